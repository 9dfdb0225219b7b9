/** The brand, its address and the facts of the About section: the only place that holds them. */
export const site = {
  name: 'Wattwork',
  tagline: 'Power supplies, adapters, cases and cooling fans, built in Dhaka',
  address: ['Plot 14, Tejgaon Industrial Area', 'Dhaka 1208, Bangladesh'],
  /** Both are reserved for examples and reach nobody. To open the shop to real customers, replace them. */
  email: 'sales@wattwork.example',
  phone: '+880 2 0014 2020',
  /** The time zone of the days in the shop's books. */
  timeZone: 'Asia/Dhaka',
  madeIn: 'ঢাকায় তৈরি',
  position: { latitude: 23.76, longitude: 90.4, text: '23.76° N 90.40° E' },
  /** `drawnUntil`: the scale that begins in `founded` ends at the start of this year. */
  facts: {
    founded: 2020,
    drawnUntil: 2026,
    city: 'Dhaka',
    country: 'Bangladesh',
    employees: 100,
    squareMetres: 5000,
    productionLines: 2,
  },
  statistics: [
    { figure: 100, unit: '', suffix: '+', label: 'Customers Served' },
    { figure: 120, unit: 'M', suffix: '+', label: 'Annual Revenue' },
    { figure: 35, unit: 'K', suffix: '+', label: 'Reviews' },
    { figure: 50, unit: '', suffix: '+', label: 'Tools' },
  ],
  /** The specification's columns; the pages are in company.ts and legal.ts. */
  footer: [
    {
      title: 'Services',
      entries: [
        { label: 'Branding', to: '/branding' },
        { label: 'Design', to: '/design' },
        { label: 'Marketing', to: '/marketing' },
        { label: 'Advertisement', to: '/advertisement' },
      ],
    },
    {
      title: 'Company',
      entries: [
        { label: 'About us', to: '/about' },
        { label: 'Contact', to: '/contact' },
        { label: 'Jobs', to: '/jobs' },
        { label: 'Press kit', to: '/press' },
      ],
    },
    {
      title: 'Legal',
      entries: [
        { label: 'Terms of use', to: '/terms' },
        { label: 'Privacy policy', to: '/privacy' },
        { label: 'Cookie policy', to: '/cookies' },
      ],
    },
  ],
  copyrightYear: 2022,
} as const
