/** The texts of the home page, in order. */
export const home = {
  hero: {
    title: 'Power you can put a number on',
    lead: 'Power supplies, adapters, cases and cooling fans, built on two lines in Dhaka and sold by the carton to system builders, resellers and workshops.',
    /** The product in the large picture: its live data is shown below it. */
    partNumber: 'WW-PS-850M',
    picture: '/products/hero-1400.webp',
  },
  /** Says what happens: visitors who are not signed in log in first. */
  toTools: { signedIn: 'See tools and prices', signedOut: 'Log in to see tools and prices' },
  about: {
    title: 'A factory, in figures',
    text: 'has made computer power and cooling parts in Dhaka since 2020. Winding, pressing, painting and testing are all under one roof, so the part number on your invoice is one we built.',
  },
  tools: {
    quote: 'Need more than we list, or a part with one thing changed?',
    askForQuote: 'Ask for a quote',
  },
  statistics: { more: 'The years behind these figures' },
  reviews: { title: 'What buyers report', note: 'Average of the reviews in this shop.' },
  goals: {
    title: 'Goals and objectives',
    text: 'Each goal has a measure, today’s figure and the figure we hold ourselves to.',
    more: 'What we are doing about each',
  },
} as const
