type Education = { degree: string; place: string; from: number; to: number; note: string }
type Technologies = { group: string; names: readonly string[] }
type Project = { name: string; description: string; technologies: readonly string[]; href: string }
type Link = { label: string; href: string }

export type Portfolio = {
  name: string
  role: string
  place: string
  email: string
  summary: string
  education: readonly Education[]
  technologies: readonly Technologies[]
  projects: readonly Project[]
  links: readonly Link[]
}

/** Shown on the page, because its links lead nowhere. */
export const portfolioNote =
  'A sample person. Except for this site, the addresses are reserved for examples and lead nowhere.'

/** The developer on /myportfolio: a sample person with addresses on domains reserved for examples (RFC 2606). */
export const portfolio: Portfolio = {
  name: 'Tahmid Rahman',
  role: 'Web developer',
  place: 'Dhaka, Bangladesh',
  email: 'tahmid@portfolio.example',
  summary:
    'I build shops and ordering systems for manufacturers. I care about forms that forgive, prices that add up and pages that open quickly on an old phone.',
  education: [
    {
      degree: 'BSc in Computer Science and Engineering',
      place: 'Example University, Dhaka',
      from: 2015,
      to: 2019,
      note: 'Final project: a stock ledger for small workshops that works without a connection.',
    },
    {
      degree: 'Higher Secondary Certificate, Science',
      place: 'Example College, Mymensingh',
      from: 2012,
      to: 2014,
      note: 'Mathematics, physics and higher mathematics.',
    },
  ],
  technologies: [
    { group: 'Languages', names: ['TypeScript', 'JavaScript', 'SQL', 'HTML', 'CSS'] },
    { group: 'Pages', names: ['React 19', 'React Router', 'Tailwind CSS'] },
    { group: 'Server', names: ['Node.js', 'Hono', 'PostgreSQL', 'Drizzle', 'Zod'] },
    { group: 'Payment and sign-in', names: ['Stripe', 'OpenID Connect', 'Better Auth'] },
    { group: 'Testing and tools', names: ['Vitest', 'Playwright', 'axe', 'Git', 'Continuous integration'] },
  ],
  projects: [
    {
      name: 'Wattwork',
      description:
        'This site: a storefront for business buyers, with card payment, stock that cannot go below zero and an admin area.',
      technologies: ['React', 'Hono', 'PostgreSQL', 'Stripe'],
      href: '/',
    },
    {
      name: 'Carton Count',
      description:
        'A stock-taking app for warehouses. It scans labels offline and resolves differences when it is back online.',
      technologies: ['TypeScript', 'IndexedDB', 'Node.js'],
      href: 'https://carton-count.example',
    },
    {
      name: 'Shift Board',
      description: 'A rota for two production lines: who is trained for which test bench, and who may swap with whom.',
      technologies: ['React', 'PostgreSQL'],
      href: 'https://shift-board.example',
    },
    {
      name: 'Plain Invoice',
      description: 'Invoices in Bangla and English from one form, with exact sums and a printable page.',
      technologies: ['TypeScript', 'CSS for print'],
      href: 'https://plain-invoice.example',
    },
  ],
  links: [
    { label: 'Code', href: 'https://code.portfolio.example' },
    { label: 'Writing', href: 'https://writing.portfolio.example' },
  ],
}
