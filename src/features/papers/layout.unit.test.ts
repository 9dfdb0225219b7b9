import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getDocumentProxy } from 'unpdf'
import { page } from './look.ts'
import type { Paper } from './paper.ts'
import { renderPdf } from './pdf.ts'

/** Where a piece of text stands on its page, in points from the top left corner. */
type Box = { text: string; left: number; right: number; top: number; bottom: number }

async function boxesOf(paper: Paper): Promise<Box[][]> {
  const pdf = await getDocumentProxy(Uint8Array.from(await renderPdf(paper, new Date('2026-11-24T06:00:00Z'))))
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

/** What stands over something else, or out of the space within the margins. */
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

test('no text stands over another, nor out of the margins', async () => {
  await fc.assert(
    fc.asyncProperty(papers, async (paper) => {
      for (const boxes of await boxesOf(paper)) expect(misplaced(boxes)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

test('an address of more lines than a page has keeps to its page', async () => {
  const address = { label: 'Delivered to', lines: Array<string>(250).fill('x') }
  const [first = [], ...others] = await boxesOf({ ...plain, blocks: [address] })
  expect(misplaced(first)).toEqual([])
  expect(others).toEqual([])
})

test('figures end where their head does, the last at the margin, as the sums do', async () => {
  const [boxes = []] = await boxesOf({
    ...plain,
    rows: [{ name: 'WX-850', note: '', cells: ['20', '$84.50', '$1,690.00'] }],
  })
  const endOf = (text: string) => Math.round(boxes.find((box) => box.text === text)?.right ?? 0)
  expect([endOf('Quantity'), endOf('Each'), endOf('Total')]).toEqual([endOf('20'), endOf('$84.50'), endOf('$1,690.00')])
  expect([endOf('$1,690.00'), endOf('$1,150.00')]).toEqual(Array(2).fill(Math.round(page.width - page.margin)))
})

test('amounts of any size stay whole, and a product beside them keeps a third of the width', async () => {
  const cells = ['1,000', 'BDT 12,345,678.00', 'BDT 12,345,678.00']
  const [boxes = []] = await boxesOf({ ...plain, rows: [{ name: 'x '.repeat(200), note: '', cells }] })
  expect(boxes.filter(({ text }) => text === 'BDT 12,345,678.00')).toHaveLength(2)
  const name = boxes.filter(({ text }) => text.startsWith('x x'))
  expect(Math.max(...name.map(({ right }) => right)) - page.margin).toBeGreaterThan(150)
})
