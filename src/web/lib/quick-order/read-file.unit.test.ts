import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFile, readPasted } from './read-file.ts'
import { layoutOf, rowsOf } from './reading.ts'

async function pastedRows(text: string) {
  const table = await readPasted(text)
  const { columns = { part: 0, quantity: 0 } } = layoutOf(table)
  return rowsOf(table, columns)
}

test.each<[string, [string, number][]]>([
  [
    'WW-1\t20\nWW-2\t1,200',
    [
      ['WW-1', 20],
      ['WW-2', 1200],
    ],
  ],
  ['WW-1 1,200', [['WW-1', 1200]]],
  ['WW-1 ১,২০০', [['WW-1', 1200]]],
  ['1,200 pcs WW-1', [['WW-1', 1200]]],
  [
    'WW-1 1,20,000 pcs\nWW-2 30',
    [
      ['WW-1', 120_000],
      ['WW-2', 30],
    ],
  ],
  [
    '1,200 x WW-1\n20 pcs WW-2',
    [
      ['WW-1', 1200],
      ['WW-2', 20],
    ],
  ],
  [
    'WW-1,200\nWW-2,30',
    [
      ['WW-1', 200],
      ['WW-2', 30],
    ],
  ],
  [
    'WW-1, 1,200\nWW-2, 30',
    [
      ['WW-1', 1200],
      ['WW-2', 30],
    ],
  ],
  [
    'WW-1; 1,200\nWW-2; 30',
    [
      ['WW-1', 1200],
      ['WW-2', 30],
    ],
  ],
  [
    'WW-1\t150\nWW-2 1,000\n3. WW-3; 30',
    [
      ['WW-1', 150],
      ['WW-2', 1000],
      ['WW-3', 30],
    ],
  ],
  [
    'WW-1, 150\nWW-2; 30',
    [
      ['WW-1', 150],
      ['WW-2', 30],
    ],
  ],
  [
    '"WW-1\t20\nWW-2\t30',
    [
      ['"WW-1', 20],
      ['WW-2', 30],
    ],
  ],
  [
    '"WW-1\t20\nWW-2"\t30\nWW-3\t40',
    [
      ['"WW-1', 20],
      ['WW-2"', 30],
      ['WW-3', 40],
    ],
  ],
  [
    '5" fan\t20\n"6"" fan"\t30',
    [
      ['5" fan', 20],
      ['6" fan', 30],
    ],
  ],
  [
    '"WW-1, 20\nWW-2, 30\nWW-3, 40',
    [
      ['"WW-1', 20],
      ['WW-2', 30],
      ['WW-3', 40],
    ],
  ],
  [
    'WW\0-1\t20\nWW-\ud8002\t30',
    [
      ['WW-1', 20],
      ['WW-\ufffd2', 30],
    ],
  ],
])('pasting %j gives %j', async (text, rows) => {
  expect(await pastedRows(text)).toEqual(rows.map(([part, quantity]) => ({ part, quantity })))
})

test('what may be a half is not read as five hundred', async () => {
  for (const text of ['WW-1\t0,500\nWW-2\t30', 'WW-1 0,500\nWW-2 30', 'WW-1; 0,500\nWW-2; 30'])
    expect((await pastedRows(text))[0]).not.toEqual({ part: 'WW-1', quantity: 500 })
})

const parts = fc.stringMatching(/^["']?[A-Z]{2}-[0-9]{1,4}["']?$/)
const lines = fc.array(fc.tuple(parts, fc.integer({ min: 1, max: 99_999 })), { minLength: 2, maxLength: 30 })

test.each([
  ['tabs', '\t', 'en-US'],
  ['tabs and Indian digit grouping', '\t', 'en-IN'],
  ['spaces', ' ', 'en-US'],
])(
  'every row pasted with %s between its cells is read, whatever quotation marks it has',
  async (_by, between, locale) => {
    await fc.assert(
      fc.asyncProperty(lines, async (typed) => {
        const text = typed.map(([part, pieces]) => `${part}${between}${pieces.toLocaleString(locale)}`).join('\n')
        const rows = await pastedRows(text)
        expect(rows.map(({ quantity }) => quantity)).toEqual(typed.map(([, pieces]) => pieces))
        const bare = (part: string) => part.replaceAll('"', '')
        expect(rows.map(({ part }) => bare(part))).toEqual(typed.map(([part]) => bare(part)))
      }),
    )
  },
)

test('a file is read by its type, and an unknown, broken or large one is refused', async () => {
  const csv = new File(['Part,Qty\nWW-1,"1,200"\n"Fan, 120 mm\nblack",30\n'], 'list.CSV')
  expect(await readFile(csv)).toEqual([
    ['Part', 'Qty'],
    ['WW-1', '1,200'],
    ['Fan, 120 mm\nblack', '30'],
  ])
  await expect(readFile(new File(['x'], 'list.pdf'))).rejects.toThrow(/CSV or XLSX/)
  await expect(readFile(new File(['x'], 'list.xlsx'))).rejects.toThrow(/cannot be read/)
  await expect(readFile(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'list.csv'))).rejects.toThrow(/5 MB/)
})

const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['Excel’s Unicode text', inUtf16('Part\tQty\r\nLüfter\t20\r\n')],
  ['big-endian UTF-16', inUtf16('Part\tQty\r\nLüfter\t20\r\n').swap16()],
  ['Excel’s plain CSV', Buffer.from('Part;Qty\r\nLüfter;20\r\n', 'latin1')],
  ['an export that names its separator', Buffer.from('sep=;\r\nPart;Qty\r\nLüfter;20\r\n')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffPart;Qty\r\nLüfter;20\r\n')],
])('%s is decoded correctly', async (_what, bytes) => {
  expect(await readFile(new File([bytes], 'list.txt'))).toEqual([
    ['Part', 'Qty'],
    ['Lüfter', '20'],
  ])
})

test('a workbook with its list on the second sheet, after a blank one, is read', async () => {
  const bytes = readFileSync(new URL('../../../../e2e/files/second-sheet.xlsx', import.meta.url))
  expect(await readFile(new File([bytes], 'list.xlsx'))).toEqual([
    ['Part', 'Qty'],
    ['WW-PS-850M', '20'],
  ])
})
