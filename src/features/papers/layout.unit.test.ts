import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getDocumentProxy } from 'unpdf'
import { page } from './look.ts'
import type { Paper } from './paper.ts'
import { renderPdf, renderTogether } from './pdf.ts'

/** Where a piece of text is on its page, in points from the top left corner. */
type Box = { text: string; left: number; right: number; top: number; bottom: number }

const made = new Date('2026-11-24T06:00:00Z')

const boxesOf = async (paper: Paper): Promise<Box[][]> => boxesWithin(await renderPdf(paper, made))

async function boxesWithin(content: Uint8Array): Promise<Box[][]> {
  const pdf = await getDocumentProxy(Uint8Array.from(content))
  const pages = Array.from({ length: pdf.numPages }, async (_, n) => {
    const { items } = await (await pdf.getPage(n + 1)).getTextContent()
    return items.flatMap((item): Box[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , , left, above]: number[] = item.transform
      const baseline = page.height - (above ?? 0)
      return [
        {
          text: item.str,
          left: left ?? 0,
          right: (left ?? 0) + item.width,
          // As high as capitals and as low as commas: accents may reach into the space between lines.
          top: baseline - item.height * 0.7,
          bottom: baseline + item.height * 0.1,
        },
      ]
    })
  })
  return Promise.all(pages)
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right - 0.5 && other.left < one.right - 0.5 && one.top < other.bottom && other.top < one.bottom

/** Texts that overlap another, or leave the space within the margins. */
function misplaced(boxes: readonly Box[]): string[] {
  const outside = boxes.filter(
    ({ left, right, top, bottom }) =>
      left < page.margin - 0.5 ||
      right > page.width - page.margin + 0.5 ||
      top < page.margin - 0.5 ||
      bottom > page.height - 24,
  )
  const over = boxes.flatMap((one, n) =>
    boxes
      .slice(n + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${one.text} | ${other.text}`),
  )
  return [...outside.map(({ text }) => text), ...over]
}

const words = (most: number) =>
  fc
    .array(fc.constantFrom('WX', 'Modular', 'supply', '12V', 'ventilation-grille-cover', 'অ্যাডাপ্টার', 'x'.repeat(50)), {
      minLength: 1,
      maxLength: most,
    })
    .map((all) => all.join(' '))
const money = fc.constantFrom('$1.00', '$84.50', 'BDT 12,345.00', 'BDT 123,456,789.00', 'BDT 12,345,678,901.00')
const anyCells = fc.tuple(fc.constantFrom('1', '1,000,000'), money, money).map((each) => [...each])

const papers: fc.Arbitrary<Paper> = fc.record({
  title: fc.constantFrom('Invoice', 'Order confirmation', 'Statement of account'),
  number: fc.constantFrom('INV-000123', 'W-2026-000123'),
  seller: fc
    .array(words(8), { maxLength: 9 })
    .map((lines) => ['Wattwork Computer Accessories Manufacturing Company of Bangladesh', ...lines]),
  blocks: fc.array(fc.record({ label: fc.constant('To'), lines: fc.array(words(6), { maxLength: 8 }) }), {
    maxLength: 2,
  }),
  facts: fc.array(fc.record({ label: fc.constant('Your order number'), value: words(4) }), { maxLength: 4 }),
  heads: fc.constant(['Product', 'Quantity', 'Each', 'Total']),
  rows: fc.array(fc.record({ name: words(20), note: fc.oneof(fc.constant(''), words(3)), cells: anyCells }), {
    maxLength: 30,
  }),
  totals: fc.array(
    fc.record({
      label: fc.constantFrom('Total', 'VAT 15 % of what is taxed at that rate, in Bangladesh'),
      value: money,
    }),
    { maxLength: 5 },
  ),
  words: fc.array(words(120), { maxLength: 3 }),
})

const plain: Paper = {
  title: 'Invoice',
  number: 'INV-000123',
  seller: ['Wattwork', 'Plot 14, Tejgaon'],
  blocks: [],
  facts: [],
  heads: ['Product', 'Quantity', 'Each', 'Total'],
  rows: [],
  totals: [{ label: 'Sum', value: '$1,150.00' }],
  words: [],
}

// Dozens of papers are drawn and read.
test('no text overlaps another or leaves the margins', async () => {
  await fc.assert(
    fc.asyncProperty(papers, async (paper) => {
      for (const boxes of await boxesOf(paper)) expect(misplaced(boxes)).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('an address with more lines than a page stays on its page', async () => {
  const address = { label: 'Delivered to', lines: Array<string>(250).fill('x') }
  const [first = [], ...others] = await boxesOf({ ...plain, blocks: [address] })
  expect(misplaced(first)).toEqual([])
  expect(others).toEqual([])
})

test.each([
  ['many short lines', Array.from({ length: 250 }, (_, n) => `L${n}`).join('\n')],
  ['empty lines', `L0${'\n'.repeat(498)}L1`],
  ['many words', Array.from({ length: 2000 }, (_, n) => `L${n}`).join(' ')],
])('a note of %s continues over the pages and is printed in full', async (_what, note) => {
  const pages = await boxesOf({
    ...plain,
    rows: [{ name: 'WX-850', note: '', cells: [] }],
    words: ['Thank you.', note],
  })
  for (const boxes of pages) expect(misplaced(boxes)).toEqual([])
  const written = pages.flat().flatMap(({ text }) => text.split(' '))
  expect(written.filter((text) => /^L\d+$/.test(text))).toEqual(note.split(/\s+/))
  const [first = []] = pages
  expect(first.map(({ text }) => text.split(' ')[0])).toContain('L0')
})

test('a text that fits on one page is not split', async () => {
  const rows = Array.from({ length: 15 }, () => ({ name: 'WX', note: '', cells: [] }))
  const note = Array.from({ length: 30 }, (_, n) => `L${n}`)
  const [first = [], second = []] = await boxesOf({ ...plain, rows, words: ['Thank you.', note.join('\n')] })
  expect(first.map(({ text }) => text)).toContain('Thank you.')
  expect(second.map(({ text }) => text)).toEqual(expect.arrayContaining(note))
})

test('figures align right with their column heads, and totals with the margin', async () => {
  const [boxes = []] = await boxesOf({
    ...plain,
    rows: [{ name: 'WX-850', note: '', cells: ['20', '$84.50', '$1,690.00'] }],
  })
  const endOf = (text: string) => Math.round(boxes.find((box) => box.text === text)?.right ?? 0)
  expect([endOf('Quantity'), endOf('Each'), endOf('Total')]).toEqual([endOf('20'), endOf('$84.50'), endOf('$1,690.00')])
  expect([endOf('$1,690.00'), endOf('$1,150.00')]).toEqual(Array(2).fill(Math.round(page.width - page.margin)))
})

test('amounts of any size stay on one line, and the product name keeps a third of the width', async () => {
  const cells = ['1,000', 'BDT 12,345,678.00', 'BDT 12,345,678.00']
  const [boxes = []] = await boxesOf({ ...plain, rows: [{ name: 'x '.repeat(200), note: '', cells }] })
  expect(boxes.filter(({ text }) => text === 'BDT 12,345,678.00')).toHaveLength(2)
  const name = boxes.filter(({ text }) => text.startsWith('x x'))
  expect(Math.max(...name.map(({ right }) => right)) - page.margin).toBeGreaterThan(150)
})

test('the layout of a paper has not changed', async () => {
  const [boxes = []] = await boxesOf({
    ...plain,
    blocks: [
      { label: 'To', lines: ['Nusrat Jahan', 'nusrat@example.com'] },
      { label: 'Delivered to', lines: ['Plot 7, Road 3'] },
    ],
    facts: [{ label: 'Order', value: 'W-7' }],
    rows: [
      { name: 'WX-850 Modular', note: 'WW-1', cells: ['20', '$84.50', '$1,690.00'] },
      { name: 'GN-65 Charger', note: '', cells: ['1', '$40.00', '$40.00'] },
    ],
    totals: [
      { label: 'VAT 15 %', value: '$225.65' },
      { label: 'Sum', value: '$1,730.00' },
    ],
    words: ['Please pay by 24 December 2026.', 'Thank you.'],
  })
  const places = boxes.map(({ text, left, right, bottom }) =>
    [text, ...[left, right, bottom].map(Math.round)].join(' '),
  )
  expect(places).toMatchInlineSnapshot(`
    [
      "Wattwork 80 141 71",
      "Plot 14, Tejgaon 56 116 92",
      "Invoice 466 539 80",
      "INV-000123 477 539 99",
      "To 56 66 146",
      "Nusrat Jahan 56 113 161",
      "nusrat@example.com 56 150 174",
      "Delivered to 217 265 146",
      "Plot 7, Road 3 217 274 161",
      "Order: W-7 378 426 147",
      "Product 56 89 206",
      "Quantity 340 375 206",
      "Each 438 457 206",
      "Total 519 539 206",
      "WX-850 Modular 56 137 232",
      "WW-1 56 80 244",
      "20 363 375 232",
      "$84.50 425 457 232",
      "$1,690.00 494 539 232",
      "GN-65 Charger 56 128 270",
      "1 371 375 270",
      "$40.00 424 457 270",
      "$40.00 506 539 270",
      "VAT 15 % 298 338 304",
      "$225.65 503 539 304",
      "Sum 298 326 329",
      "$1,730.00 481 539 329",
      "Please pay by 24 December 2026. 56 202 365",
      "Thank you. 56 104 385",
      "Wattwork, Invoice INV-000123 56 176 807",
      "Page 1 of 1 500 539 807",
    ]
  `)
})

test('papers in one file have their own page numbers', async () => {
  const two = async function* () {
    const rows = Array.from({ length: 30 }, () => ({ name: 'WX', note: '', cells: [] }))
    yield { ...plain, rows }
    yield { ...plain, number: 'INV-000124', rows }
  }
  const content = await renderTogether(two(), { title: 'Invoices', author: 'Wattwork', made })
  const footers = (await boxesWithin(content)).map((boxes) => boxes.slice(-2).map(({ text }) => text))
  expect(footers).toEqual([
    ['Wattwork, Invoice INV-000123', 'Page 1 of 2'],
    ['Wattwork, Invoice INV-000123', 'Page 2 of 2'],
    ['Wattwork, Invoice INV-000124', 'Page 1 of 2'],
    ['Wattwork, Invoice INV-000124', 'Page 2 of 2'],
  ])
})
