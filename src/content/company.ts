import { contactRows } from './contact.ts'
import { legalPages } from './legal.ts'
import type { TextPage } from './text-page.ts'
import { site } from './site.ts'

const { facts } = site

/** Shown where a page speaks for the company, because there is no real one. */
const sampleNote = `${site.name} is a sample company. Its address, its people and its offers show how this shop works; what these pages say about the site itself is true.`

const askForQuote = { label: 'Ask for a quote', to: '/buyproduct' }

const services: readonly TextPage[] = [
  {
    path: '/branding',
    name: 'Branding',
    title: 'Your name on the rating label',
    lead: 'Resellers can sell our supplies, adapters, cases and fans under their own name.',
    sections: [
      {
        title: 'What can carry it',
        text: [
          'The rating label, the carton and the leaflet can show your name, part number and barcode. The product itself does not change.',
        ],
      },
      {
        title: 'What stays as it is',
        text: [
          'Electrical ratings and safety marks stay on the label, because they belong to the design that was tested. The batch number stays too: without it, a returned unit tells us nothing.',
        ],
      },
      {
        title: 'How to begin',
        text: [
          'Ask for a quote: name the product and the quantity, and add “own label” after the product’s name. We ask for artwork once the price is agreed.',
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
    lead: 'A shorter lead, a different plug, coloured fan blades: the part you need is often one we list, with one detail changed.',
    sections: [
      {
        title: 'Changes that are small',
        text: [
          'Lead length, connectors, sleeving, screws, colour and packaging do not affect what the product was tested for. They need a minimum quantity and your approval of a sample.',
        ],
      },
      {
        title: 'Changes that are not',
        text: [
          'A different output, case size or fan speed makes it a new product with its own tests. It gets its own part number, which is not on the public list.',
        ],
      },
      {
        title: 'What to send',
        text: [
          'The part number you start from, what should change with its dimensions and tolerances, the quantity, and the highest price that works for you.',
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
    lead: 'If you resell our products, you may use what this site shows about them.',
    sections: [
      {
        title: 'Pictures',
        text: [
          'Every product picture is drawn to scale from the product’s own dimensions, with the same camera and light, so any two look right side by side. Resize them as you like, but change nothing else.',
        ],
      },
      {
        title: 'Figures',
        text: [
          'Programs can read the name, part number, price, stock and specification of every tool as well as people can: the list is public, needs no key and is always as current as the shop.',
        ],
        rows: [{ label: 'Address', value: '`GET /api/tool`' }],
      },
      {
        title: 'Name and mark',
        text: ['The press kit says how to write the name and show the mark.'],
        links: [{ label: 'Press kit', to: '/press' }],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/advertisement',
    name: 'Advertisement',
    title: 'This site carries no advertising',
    lead: 'It shows no ads, sells no space for them, and tells no advertising network who visited.',
    sections: [
      {
        title: 'What follows from that',
        text: [
          'The tools list is sorted the way you choose, and nobody pays for a place in it. Reviews appear as their authors wrote them, newest first, the bad with the good.',
        ],
      },
      {
        title: 'Advertising our products',
        text: [
          'Resellers are welcome to advertise our products. Use the pictures and figures from this site, and never state a rating without its conditions: 92 % efficiency is a claim, 92 % at half load and 230 V is a measurement.',
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
        links: [{ label: 'The same facts, drawn to scale', to: '/home#about' }],
      },
      {
        title: 'Why under one roof',
        text: [
          'Winding, pressing, painting and testing are a short walk apart. When a test bench finds a fault, the person who made the part hears about it the same day, and the part number on your invoice is one we built.',
        ],
      },
      {
        title: 'What we hold ourselves to',
        text: ['Four goals, each with a measure, today’s figure and the year it is due.'],
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
          'See where it stands, pay it or cancel it in the dashboard. Have the order number ready when you write or call.',
        ],
        links: [{ label: 'Dashboard', to: '/dashboard' }],
      },
      {
        title: 'By post',
        rows: [
          { label: 'Address', value: [site.name, ...site.address].join(', ') },
          { label: 'Coordinates', value: site.position.text },
        ],
      },
    ],
    note: sampleNote,
  },
  {
    path: '/jobs',
    name: 'Jobs',
    title: 'No bench is free at the moment',
    lead: 'We have no open positions. When we do, this page lists them.',
    sections: [
      {
        title: 'What an offer will state',
        text: ['The work, the production line, the hours, the pay and the date by which we decide.'],
      },
      {
        title: 'Training',
        text: [
          'Test technicians are trained on the floor, during working hours and on full pay. Having enough of them is one of our four goals.',
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
    lead: 'Everything you need to write about us or show our products, without asking first.',
    sections: [
      {
        title: 'The name',
        text: [`Write ${site.name} as one word with one capital letter, wherever it stands in a sentence.`],
      },
      {
        title: 'The mark',
        text: [
          'A lime square with a W drawn as one stroke. Leave half its width clear on every side, and do not recolour it.',
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
        text: ['Free to print alongside text about the product they show.'],
        links: [
          { label: 'Power supply', to: '/products/wx850-1280.webp', file: true },
          { label: 'Charger', to: '/products/gn65-1280.webp', file: true },
          { label: 'Case', to: '/products/tc5-1280.webp', file: true },
          { label: 'Case fan', to: '/products/af120-1280.webp', file: true },
        ],
      },
      {
        title: 'Figures',
        text: ['You may quote the facts about the plant and the business summary, with their date.'],
        links: [
          { label: 'About us', to: '/about' },
          { label: 'Business summary', to: '/businesssummery' },
        ],
      },
    ],
    note: sampleNote,
  },
]

/** The pages that the footer links to. */
export const textPages: readonly TextPage[] = [...services, ...company, ...legalPages]
