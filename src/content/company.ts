import { contactRows } from './contact.ts'
import { legalPages } from './legal.ts'
import type { TextPage } from './text-page.ts'
import { site } from './site.ts'

const { facts } = site

/** Said where the page speaks for the firm, because no real one stands behind it. */
const sampleNote = `${site.name} is a sample company: its address, its people and what it offers show how this shop works. What these pages say about the site itself is true.`

const askForQuote = { label: 'Ask for a quote', to: '/buyproduct' }

const services: readonly TextPage[] = [
  {
    path: '/branding',
    name: 'Branding',
    title: 'Your name on the rating label',
    lead: 'A reseller can sell our supplies, adapters, cases and fans under a name of its own.',
    sections: [
      {
        title: 'What can carry it',
        text: [
          'The rating label, the carton and the leaflet can show your name, your part number and your barcode. The form of the product does not change.',
        ],
      },
      {
        title: 'What stays as it is',
        text: [
          'Electrical ratings and safety marks stay on the label, because they belong to the design that was tested. So does the batch number: without it a returned unit tells us nothing.',
        ],
      },
      {
        title: 'How to begin',
        text: [
          'Send a request for a quote that names the product and the quantity, and write “own label” after the product’s name. Artwork is asked for once the price is agreed.',
        ],
        links: [askForQuote],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/design',
    name: 'Design',
    title: 'The part on the list, with one thing changed',
    lead: 'A shorter lead, another plug, a colour for the fan’s blades: often the part you need is a listed one, but for a detail.',
    sections: [
      {
        title: 'Changes that are small',
        text: [
          'Lead length, connectors, sleeving, screws, colour and packing do not touch what the product was tested for. They need a minimum quantity and a sample that you approve.',
        ],
      },
      {
        title: 'Changes that are not',
        text: [
          'Another output, another size of case or another fan speed is a new product with its own test. It gets its own part number, which the public list does not show.',
        ],
      },
      {
        title: 'What to send',
        text: [
          'The part number you start from, what should differ with its measure and tolerance, the quantity, and the price that would still work for you.',
        ],
        links: [askForQuote, { label: 'See tools and prices', to: '/tools' }],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/marketing',
    name: 'Marketing',
    title: 'Pictures and figures to sell with',
    lead: 'Whoever resells our products may use what this site shows about them.',
    sections: [
      {
        title: 'Pictures',
        text: [
          'Every product picture is drawn to scale from the product’s own dimensions, with one camera and one light, so that two of them stand well side by side. Show them unaltered but for their size.',
        ],
      },
      {
        title: 'Figures',
        text: [
          'Name, part number, price, stock and specification of every tool can be read by a program as well as by a person: the list is open at one address, needs no key and is never older than the shop itself.',
        ],
        rows: [{ label: 'Address', value: '`GET /api/tool`' }],
      },
      {
        title: 'Name and mark',
        text: ['How to write the name and show the mark stands in the press kit.'],
        links: [{ label: 'Press kit', to: '/press' }],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/advertisement',
    name: 'Advertisement',
    title: 'This site carries no advertising',
    lead: 'It shows none, sells none, and tells no advertising network who visited.',
    sections: [
      {
        title: 'What follows from that',
        text: [
          'The order of the tools list is the order you choose, and nobody pays for a place in it. Reviews stand as their writers sent them, newest first, the poor ones with the good.',
        ],
      },
      {
        title: 'Advertising our products',
        text: [
          'Resellers are welcome to advertise what they sell of ours. Use the pictures and figures of this site, and state a rating only with its condition: 92 % efficiency is a claim, 92 % at half load and 230 V is a measurement.',
        ],
        links: [{ label: 'Pictures and figures', to: '/marketing' }],
      },
    ],
    note: sampleNote,
  },
]

const company: readonly TextPage[] = [
  {
    path: '/about',
    name: 'About us',
    title: `${facts.productionLines} lines under one roof in ${facts.city}`,
    lead: `${site.name} makes computer power supplies, adapters, cases and cooling fans, and sells them by the carton to system builders, resellers and workshops.`,
    sections: [
      {
        title: 'The plant',
        rows: [
          { label: 'Founded', value: `${facts.founded}` },
          { label: 'Based in', value: `${facts.city}, ${facts.country}` },
          { label: 'Employees', value: `More than ${facts.employees}` },
          { label: 'Floor', value: `${facts.squareMetres} m²` },
          { label: 'Production lines', value: `${facts.productionLines}` },
        ],
        links: [{ label: 'The same, drawn to scale', to: '/home#about' }],
      },
      {
        title: 'Why under one roof',
        text: [
          'Winding, pressing, painting and test are a walk apart. When a bench finds a fault, the person who made the part hears of it on the same day, and the part number on your invoice is one we built.',
        ],
      },
      {
        title: 'What we hold ourselves to',
        text: ['Four goals, each with a measure, where it stands today and the year by which it is due.'],
        links: [{ label: 'Goals and objectives', to: '/objectives' }],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/contact',
    name: 'Contact',
    title: site.address[0],
    lead: 'Ask in figures and you get figures back. Write, call, or send us the price and quantity you have in mind.',
    sections: [
      { title: 'The sales desk', rows: contactRows },
      {
        title: 'A price or a quantity',
        text: [
          'The form asks for the product, the price you have in mind and how many. The sales desk sees it at once.',
        ],
        links: [askForQuote],
      },
      {
        title: 'An order you placed',
        text: [
          'State, payment and cancelling are in the dashboard. Have the order number ready when you write or call.',
        ],
        links: [{ label: 'Dashboard', to: '/dashboard' }],
      },
      {
        title: 'By post',
        rows: [
          { label: 'Address', value: [site.name, ...site.address].join(', ') },
          { label: 'Position', value: site.position.text },
        ],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/jobs',
    name: 'Jobs',
    title: 'No bench is free at the moment',
    lead: 'There is no open position. When there is one, this page names it.',
    sections: [
      {
        title: 'What an offer will state',
        text: ['The work, the line it belongs to, the hours, the pay and the day by which we decide.'],
      },
      {
        title: 'Training',
        text: [
          'Test technicians are trained on the floor, in working hours and on full pay. How many there are and how many there should be is one of our four goals.',
        ],
        links: [{ label: 'Goals and objectives', to: '/objectives' }],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/press',
    name: 'Press kit',
    title: 'The name, the mark, the colours',
    lead: 'What you need to write about us or to show our products, without asking first.',
    sections: [
      {
        title: 'The name',
        text: [`Write ${site.name} as one word with one capital, also inside a sentence.`],
      },
      {
        title: 'The mark',
        text: [
          'A lime square with a W drawn as one stroke. Keep half its width free on every side, and do not recolour it.',
        ],
        links: [{ label: 'Mark, SVG', to: '/favicon.svg', file: true }],
      },
      {
        title: 'Colours',
        rows: [
          { label: 'Lime', value: '`#c6f030`' },
          { label: 'Graphite', value: '`#1c1e21`' },
          { label: 'Paper', value: '`#f6f6f3`' },
        ],
      },
      {
        title: 'Product pictures',
        text: ['Free to print beside a text about the product they show.'],
        links: [
          { label: 'Power supply', to: '/products/wx850-1280.webp', file: true },
          { label: 'Charger', to: '/products/gn65-1280.webp', file: true },
          { label: 'Case', to: '/products/tc5-1280.webp', file: true },
          { label: 'Case fan', to: '/products/af120-1280.webp', file: true },
        ],
      },
      {
        title: 'Figures',
        text: ['The facts of the plant and the business summary may be quoted with their date.'],
        links: [
          { label: 'About us', to: '/about' },
          { label: 'Business summary', to: '/businesssummery' },
        ],
      },
    ],
    note: sampleNote,
  },
]

/** The pages behind the footer's links. */
export const textPages: readonly TextPage[] = [...services, ...company, ...legalPages]
