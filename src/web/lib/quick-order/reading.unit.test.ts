import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filledRows, layoutOf, likelyColumns, quantityIn, rowsOf } from './reading.ts'

test.each([
  ['20', 20],
  ['1,200', 1200],
  ['1,20,000', 120_000],
  ['1\u00a0200', 1200],
  ['1\u202f200\u202f000 pcs', 1_200_000],
  ['1\u00a020', Number.NaN],
  ['১২০টি', 120],
  ['12 pcs', 12],
  ['12.0', 12],
  ['0', 0],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['20.000', Number.NaN],
  ['২.০০০ পিস', Number.NaN],
  ['-3', Number.NaN],
  ['WX-850', Number.NaN],
  ['99999999', Number.NaN],
])('%j is %d pieces', (text, quantity) => {
  expect(quantityIn(text)).toBe(quantity)
})

test.each<[string, string[][], ReturnType<typeof layoutOf>]>([
  [
    'headings',
    [
      ['Qty', 'Part No.', 'Remarks'],
      ['20', 'WW-1', 'x'],
    ],
    { columns: { part: 1, quantity: 0 }, heads: ['Qty', 'Part No.', 'Remarks'] },
  ],
  [
    'headings in Bangla',
    [
      ['পার্ট নম্বর', 'পরিমাণ'],
      ['WW-1', '২০'],
    ],
    { columns: { part: 0, quantity: 1 }, heads: ['পার্ট নম্বর', 'পরিমাণ'] },
  ],
  [
    'two possible part headings',
    [
      ['Product', 'SKU', 'Quantity'],
      ['A', 'B', '1'],
    ],
    { columns: { part: 1, quantity: 2 }, heads: ['Product', 'SKU', 'Quantity'] },
  ],
  [
    'words and figures',
    [
      ['WW-1', '20'],
      ['WW-2', '30'],
    ],
    { columns: { part: 0, quantity: 1 }, heads: undefined },
  ],
  [
    'codes among words',
    [
      ['Case fan', 'WW-1', '20'],
      ['Power supply', 'WW-2', '30'],
    ],
    { columns: { part: 1, quantity: 2 }, heads: undefined },
  ],
  [
    'one negative quantity',
    [
      ['WW-1', '-5'],
      ['WW-2', '30'],
      ['WW-3', '40'],
    ],
    { columns: { part: 0, quantity: 1 }, heads: undefined },
  ],
  [
    'one quantity in words',
    [
      ['20', 'WW-1'],
      ['30', 'WW-2'],
      ['abc', 'WW-3'],
    ],
    { columns: { part: 1, quantity: 0 }, heads: undefined },
  ],
  [
    'only half its quantities in figures',
    [
      ['WW-1', '20'],
      ['WW-2', 'abc'],
    ],
    { columns: undefined, heads: undefined },
  ],
  [
    'figures under an unknown heading',
    [
      ['Ref', 'Cost'],
      ['WW-1', '84'],
      ['WW-2', '72'],
      ['WW-3', '69'],
    ],
    { columns: undefined, heads: undefined },
  ],
  [
    'two columns that are mostly figures',
    [
      ['WW-1', '20', '84'],
      ['WW-2', '30', '72'],
      ['WW-3', '-5', 'n/a'],
    ],
    { columns: undefined, heads: undefined },
  ],
  [
    'two columns of figures except one quantity',
    [
      ['850010', '20'],
      ['850011', '-5'],
      ['850012', '30'],
    ],
    { columns: undefined, heads: undefined },
  ],
  ['one column', [['WW-1 20']], { columns: { part: 0, quantity: 0 }, heads: undefined }],
  [
    'one column with a heading',
    [['Part number'], ['WW-1']],
    { columns: { part: 0, quantity: 0 }, heads: ['Part number'] },
  ],
  [
    'two columns of figures',
    [
      ['WW-1', '20', '84'],
      ['WW-2', '30', '72'],
    ],
    { columns: undefined, heads: undefined },
  ],
  [
    'words only',
    [
      ['Case fan', 'black'],
      ['Power supply', 'white'],
    ],
    { columns: undefined, heads: undefined },
  ],
  [
    'a heading for the quantity only',
    [
      ['Qty', 'Price'],
      ['20', '84'],
    ],
    { columns: undefined, heads: ['Qty', 'Price'] },
  ],
  [
    'two columns with the same heading',
    [
      ['Code', 'Qty', 'Qty.'],
      ['WW-1', '20', '500'],
    ],
    { columns: undefined, heads: ['Code', 'Qty', 'Qty.'] },
  ],
  [
    'two columns with the same heading, of which one has the quantities',
    [
      ['Code', 'Count', 'Count'],
      ['WW-1', 'by piece', '20'],
    ],
    { columns: { part: 0, quantity: 2 }, heads: ['Code', 'Count', 'Count'] },
  ],
  [
    'an empty column',
    [
      ['WW-1', '', '20'],
      ['WW-2', '', '30'],
    ],
    { columns: { part: 0, quantity: 2 }, heads: undefined },
  ],
])('the columns are found, or left open, in a table with %s', (_by, table, layout) => {
  expect(layoutOf(table)).toEqual(layout)
})

test.each<[string, string[] | undefined, string[][], ReturnType<typeof likelyColumns>]>([
  [
    'codes after running numbers',
    undefined,
    [
      ['1', 'WW-1', '20', '84'],
      ['2', 'WW-2', '30', '72'],
    ],
    { part: 1, quantity: 2 },
  ],
  [
    'running numbers after the codes',
    undefined,
    [
      ['WW-1', '1', '20'],
      ['WW-2', '2', '30'],
    ],
    { part: 0, quantity: 2 },
  ],
  [
    'codes after words',
    undefined,
    [
      ['Case fan', 'WW-1', '20', '84'],
      ['Power supply', 'WW-2', '30', '72'],
    ],
    { part: 1, quantity: 2 },
  ],
  ['words and no codes', undefined, [['7', 'Case fan', 'black']], { part: 1, quantity: 0 }],
  [
    'codes of figures alone',
    undefined,
    [
      ['1', '850010', '20'],
      ['2', '850011', '30'],
    ],
    { part: 1, quantity: 2 },
  ],
  ['headings', ['Qty', 'Note', 'SKU'], [['n/a', 'WW-9', 'fan']], { part: 2, quantity: 0 }],
  ['a heading twice', ['Code', 'Qty', 'Qty'], [['WW-1', 'n/a', '20']], { part: 0, quantity: 2 }],
  ['words only', undefined, [['Case fan', 'black']], { part: 0, quantity: 1 }],
])('the columns asked about first are the likely ones in a table with %s', (_by, heads, rows, likely) => {
  expect(likelyColumns(heads ? [heads, ...rows] : rows, heads)).toEqual(likely)
})

test.each([
  ['20 x WW-PS-850M', 'WW-PS-850M', 20],
  ['20 pcs WW-PS-850M', 'WW-PS-850M', 20],
  ['20 pcs. of WW-PS-850M', 'WW-PS-850M', 20],
  ['২০টি WW-PS-850M', 'WW-PS-850M', 20],
  ['WW-PS-850M x 20', 'WW-PS-850M', 20],
  ['WW-PS-850M 1,200 pcs', 'WW-PS-850M', 1200],
  ['AF-120 Case Fan: 40', 'AF-120 Case Fan', 40],
  ['WW-PS-850M; 20', 'WW-PS-850M', 20],
  ['WW-PS-850M;20', 'WW-PS-850M', 20],
  ['WW-PS-850M, 1,200', 'WW-PS-850M', 1200],
  ['1. WW-CS-003C = 20', 'WW-CS-003C', 20],
  ['12) WW-CS-003C', 'WW-CS-003C', null],
  ['WX 850', 'WX 850', null],
  ['WW-PS-850M', 'WW-PS-850M', null],
])('the single cell %j is split into part number and quantity', (cell, part, quantity) => {
  expect(rowsOf([[cell]], { part: 0, quantity: 0 })).toEqual([{ part, quantity }])
})

test('a row with another separator between part number and quantity is read too', () => {
  const rows = rowsOf([['WW-1', '150'], ['WW-2 1,000'], ['WW-3; 30']], { part: 0, quantity: 1 })
  expect(rows.map(({ quantity }) => quantity)).toEqual([150, 1000, 30])
  expect(rows.map(({ part }) => part)).toEqual(['WW-1', 'WW-2', 'WW-3'])
})

test.each(['a'.repeat(5_000_000), `a ${' '.repeat(100_000)}b c${' '.repeat(100_000)}!`])(
  'a cell of several megabytes is shortened until the page can show it',
  (cell) => {
    const table = [['Part', 'Qty'], ...Array.from({ length: 3 }, () => [cell, cell])]
    expect(layoutOf(table).columns).toEqual({ part: 0, quantity: 1 })
    for (const columns of [
      { part: 0, quantity: 1 },
      { part: 0, quantity: 0 },
    ])
      for (const { part, quantity } of rowsOf(table.slice(1), columns)) {
        expect(part).toHaveLength(201)
        expect(String(quantity ?? '').length).toBeLessThanOrEqual(201)
      }
  },
  // A slow machine takes one second; slow regular expressions take minutes.
  4_000,
)

test('the columns of a sheet with a million rows are found', () => {
  expect(layoutOf(Array.from({ length: 1_000_000 }, () => ['WW-1'])).columns).toEqual({ part: 0, quantity: 0 })
})

test.each(['-5', '1.5', '99999999999999', 'abc'])('a quantity of %j stays as it is written', (written) => {
  expect(rowsOf([['WW-1', ` ${written} `]], { part: 0, quantity: 1 })).toEqual([{ part: 'WW-1', quantity: written }])
})

test('a row without a part number shows what it has', () => {
  expect(rowsOf([['', '20', 'blue one']], { part: 0, quantity: 1 })).toEqual([{ part: 'blue one', quantity: 20 }])
  expect(rowsOf([['WW-1']], { part: 0, quantity: 1 })).toEqual([{ part: 'WW-1', quantity: null }])
})

const cells = fc.oneof(
  fc.string(),
  fc.constantFrom('', ' ', 'WW-1', '20', '1,200 pcs', 'Qty', 'Part', '20 x WW-1', 'WX 850'),
)
const tables = fc.array(fc.array(cells, { maxLength: 4 }), { maxLength: 20 })

test('every row that is not empty is listed exactly once, or is a heading', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const filled = filledRows(table)
      const { columns, heads } = layoutOf(filled)
      const rows = rowsOf(heads ? filled.slice(1) : filled, columns ?? { part: 0, quantity: 1 })
      expect(rows.length + (heads ? 1 : 0)).toBe(table.filter((row) => row.some((cell) => cell.trim())).length)
      for (const { part, quantity } of rows) expect(part !== '' || typeof quantity === 'number').toBe(true)
    }),
  )
})
