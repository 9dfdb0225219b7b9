import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Paper } from './paper.ts'
import { renderPdf } from './pdf.ts'
import { linesOf } from './text-runs.ts'

const made = new Date('2026-11-24T06:00:00Z')
const paper: Paper = {
  title: 'Invoice',
  number: 'INV-000123',
  seller: ['Wattwork', 'Plot 14, Tejgaon', 'Dhaka 1208'],
  blocks: [
    { label: 'To', lines: ['নুসরাত জাহান', 'Łukasz Żółć & Søn'] },
    { label: 'Delivered to', lines: ['Plot 7, Road 3'] },
  ],
  facts: [{ label: 'Your order number', value: 'PO-7' }],
  heads: ['Product', 'Quantity', 'Each', 'Total'],
  rows: Array.from({ length: 60 }, (_, n) => ({
    name: `WX-${n} Modular`,
    note: `WW-${n}`,
    cells: ['20', '$84.50', `$${n},690.00`],
  })),
  totals: [
    { label: 'VAT 15 %', value: '$150.00' },
    { label: 'Total', value: '$1,150.00' },
  ],
  words: ['Please pay by 24 December 2026.'],
}

const opened = async (content: Uint8Array) => getDocumentProxy(Uint8Array.from(content))

test('all content is there as text, on as many numbered pages as needed', async () => {
  const { text, totalPages } = await extractText(await opened(await renderPdf(paper, made)), { mergePages: false })
  expect(totalPages).toBe(4)
  const whole = text.join('\n')
  for (const { name, note, cells } of paper.rows)
    for (const each of [name, note, ...cells]) expect(whole).toContain(each)
  for (const each of [
    'INV-000123',
    'Łukasz Żółć & Søn',
    'Your order number: PO-7',
    'VAT 15 %',
    '$1,150.00',
    'Please pay by',
  ])
    expect(whole).toContain(each)
  for (const [n, each] of text.entries()) {
    expect(each).toContain(`Page ${n + 1} of 4`)
    expect(each).toContain('Quantity')
  }
  // Bangla is shaped: its letters are there, in the order in which they are drawn.
  expect([...'নসরতজহ'].every((letter) => whole.includes(letter))).toBe(true)
})

/** The kinds of elements in the tree of a page, depth first. */
type Node = { role?: string; children?: Node[] }
const roles = ({ role, children = [] }: Node): string[] => [...(role ? [role] : []), ...children.flatMap(roles)]

test('the PDF is tagged with title, headings, a table with one set of heads, and language', async () => {
  const content = await renderPdf(paper, made)
  const pdf = await opened(content)
  const trees = await Promise.all(
    [1, 2].map(async (n) => roles((await (await pdf.getPage(n)).getStructTree()) as Node)),
  )
  expect(trees[0]).toEqual(expect.arrayContaining(['Document', 'H1', 'Table', 'TR', 'TH', 'TD', 'P']))
  expect(trees[0]?.filter((role) => role === 'TH')).toHaveLength(4)
  expect(trees[1]).toContain('TD')
  // The tree of a page contains its whole tables: heads that are drawn again add no new ones.
  expect(trees[1]?.filter((role) => role === 'TH')).toHaveLength(4)
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({ Title: 'Invoice INV-000123', Author: 'Wattwork', Language: 'en-GB' })
  const raw = Buffer.from(content).toString('latin1')
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  expect(raw.includes('pdfuaid'), 'PDF/UA').toBe(true)
  // Every font is in the file.
  expect(raw.match(/\/FontFile2/g)?.length).toBeGreaterThanOrEqual(3)
})

const withoutId = (content: Uint8Array) =>
  Buffer.from(content)
    .toString('latin1')
    .replaceAll(/\/ID \[[^\]]*\]/g, '')

test('the same paper gives the same file', async () => {
  const [first, second] = await Promise.all([renderPdf(paper, made), renderPdf(paper, made)])
  expect(withoutId(first)).toBe(withoutId(second))
})

test('a letter keeps this paper’s encoding, whatever papers before it used', async () => {
  const spelt = async (text: string) => withoutId(await renderPdf({ ...paper, rows: [], words: [text] }, made))
  // Each pair is drawn as one and the same letter.
  for (const [one, other] of [
    ['caf\u{e9}', 'cafe\u{301}'],
    ['\u{9df}', '\u{9af}\u{9bc}'],
  ] as const)
    expect(await spelt(one)).not.toBe(await spelt(other))
})

test.each([
  ['that only one of the fonts has', '±12 V, 2.5 mm², ½ ₹ ৳'],
  ['that neither font has', '≥ 90 %, ≤ 8 Ω, 230 V → 12 V'],
  ['of other scripts', 'Αθήνα, Київ'],
])('characters %s are drawn', async (_which, signs) => {
  const { text } = await extractText(await opened(await renderPdf({ ...paper, rows: [], words: [signs] }, made)))
  expect(text.join(' ')).toContain(signs)
})

test.each([
  ['pictures, and what is invisible', 'Happy 🏭 Ltd 👨‍👩‍👧\u{200b} a\tb', 'Happy Ltd a b'],
  ['letters of scripts that no font has', 'Zhang 中文 (दिल्ली)', 'Zhang \ufffd\ufffd (\ufffd\ufffd)'],
])('%s: not drawn as empty boxes', async (_which, words, drawn) => {
  const { text } = await extractText(await opened(await renderPdf({ ...paper, rows: [], words: [words] }, made)))
  expect(text.join(' ')).toContain(drawn)
})

test('Bangla is marked with its language, and with its text in the order in which it is read', async () => {
  const raw = Buffer.from(await renderPdf({ ...paper, rows: [], blocks: [], words: ['মেসার্স কিরণ & Sons'] }, made))
  const streams = [...raw.toString('latin1').matchAll(/\/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs)]
  const drawn = streams.map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')).join('')
  const inText = /BT\n\/Span <<\n\/Lang \(bn\)\n\/ActualText \(\xfe\xff(.*?)\)\n>> BDC\n.*?\nEMC\nET/gs
  // U+0985 is two bytes, of which the first is a tab to a string.
  const actual = [...drawn.matchAll(inText)].map(([, bytes = '']) =>
    Buffer.from(bytes.replaceAll(String.raw`\t`, '\t'), 'latin1')
      .swap16()
      .toString('utf16le'),
  )
  expect(actual).toContain('মেসার্স কিরণ ')
})

test('an empty paper is still rendered', async () => {
  const bare: Paper = { ...paper, blocks: [], facts: [], rows: [], totals: [], words: [] }
  const { text, totalPages } = await extractText(await opened(await renderPdf(bare, made)))
  expect(totalPages).toBe(1)
  expect(text.join(' ')).toContain('INV-000123')
})

test('text is broken between words, and within a word wider than the line', () => {
  const width = (text: string) => text.length
  expect(linesOf('one two  three', 7, width)).toEqual(['one two', 'three'])
  expect(linesOf('incomprehensible', 6, width)).toEqual(['incomp', 'rehens', 'ible'])
  expect(linesOf('a\n\nb', 7, width)).toEqual(['a', '', 'b'])
})
