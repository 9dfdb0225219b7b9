import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuickTool } from '#features/quick-order/schema.ts'
import {
  allMended,
  inOrder,
  mended,
  mendOf,
  openOf,
  paidBefore,
  totalOf,
  verdictsOf,
  withLines,
  type Known,
  type Row,
} from './list.ts'

const tool = (id: string, more: Partial<QuickTool> = {}): QuickTool => ({
  _id: id,
  name: id.toUpperCase(),
  part_number: id,
  img: '/x.webp',
  price: 10,
  price_breaks: [],
  minimum_order_quantity: 10,
  order_increment: 5,
  category: 'cases',
  available_quantity: 100,
  ...more,
})
const known: Known = {
  tools: new Map(
    [tool('a'), tool('b', { minimum_order_quantity: 8 }), tool('none', { available_quantity: 0 })].map((each) => [
      each._id,
      each,
    ]),
  ),
  meanings: new Map([
    ['A', { how: 'part', toolIds: ['a'] }],
    ['mine', { how: 'yours', toolIds: ['a'] }],
    ['B', { how: 'name', toolIds: ['b'] }],
    ['none', { how: 'part', toolIds: ['none'] }],
    ['ab', { how: 'several', toolIds: ['a', 'b'] }],
    ['old', { how: 'gone', toolIds: ['b'] }],
    ['what', { how: 'unknown', toolIds: [] }],
  ]),
}
const row = (part: string, quantity: Row['quantity'] = 20, id = 1): Row => ({ id, part, quantity })
const verdictOf = (one: Row) => verdictsOf([one], known, 'usd')[0]

test.each([
  [row('A'), { kind: 'ready', isYours: false, unitPrice: 1000, total: 20_000 }],
  [row('mine'), { kind: 'ready', isYours: true }],
  [
    { ...row('mine'), toolId: 'b' },
    { kind: 'ready', isYours: false, tool: { _id: 'b' } },
  ],
  [row('B', 5), { kind: 'quantity', suggestion: 10 }],
  [row('B', 12), { kind: 'quantity', suggestion: 10 }],
  [row('B', 500), { kind: 'quantity', suggestion: 100 }],
  [row('B', null), { kind: 'quantity', message: 'How many?', suggestion: 10 }],
  [row('B', '-5'), { kind: 'quantity', message: 'Order at least 10.', suggestion: undefined }],
  [row('B', '99999999999999'), { kind: 'quantity', message: 'Only 100 are available now.', suggestion: undefined }],
  [row('B', '1.5'), { kind: 'quantity', message: 'Enter a whole number such as 10.', suggestion: undefined }],
  [row('B', 'abc'), { kind: 'quantity', message: 'Enter a whole number such as 10.', suggestion: undefined }],
  [row('none'), { kind: 'quantity', suggestion: undefined }],
  [row('ab'), { kind: 'several', candidates: [{ _id: 'a' }, { _id: 'b' }] }],
  [
    { ...row('ab'), toolId: 'b' },
    { kind: 'ready', tool: { _id: 'b' } },
  ],
  [row('old'), { kind: 'gone', candidates: [{ _id: 'b' }] }],
  [row('what'), { kind: 'unknown', candidates: [] }],
  [row('not asked yet'), { kind: 'waiting' }],
])('%j is judged as %j', (one, verdict) => {
  expect(verdictOf(one)).toMatchObject(verdict)
})

test('a second row of a product is marked as repeated', () => {
  const [first, second] = [row('A', 20, 1), row('mine', 15, 2)]
  expect(verdictsOf([first, second], known, 'usd')).toMatchObject([
    { kind: 'ready' },
    { kind: 'repeated', earlier: first },
  ])
  expect(mended([first, second], second, { merge: first })).toEqual([row('A', 35, 1)])
  expect(mended([{ ...first, quantity: null }, second], second, { merge: first })).toEqual([row('A', 15, 1)])
  const neither = { ...second, quantity: null }
  expect(mended([{ ...first, quantity: null }, neither], neither, { merge: first })).toEqual([row('A', null, 1)])
})

test('a quantity that is not a number is kept when two rows are merged, and asked about', () => {
  const [first, second] = [row('A', 20, 1), row('mine', '-5', 2)]
  const both = row('A', '20 + -5', 1)
  expect(mended([first, second], second, { merge: first })).toEqual([both])
  expect(allMended([first, second], known, 'usd')).toEqual([both])
  expect(verdictOf(both)).toMatchObject({ kind: 'quantity', message: 'Enter a whole number such as 10.' })
  expect(mended([{ ...first, quantity: null }, second], second, { merge: first })).toEqual([row('A', '-5', 1)])
})

test('the lines of an earlier order or a saved list are appended as rows', () => {
  const line = { toolId: 'a', partNumber: '', productName: 'A', quantity: 20, unitPrice: 9 }
  expect(withLines([row('B', 10, 7)], [line, { ...line, toolId: 'b', partNumber: 'B-1' }])).toEqual([
    row('B', 10, 7),
    { id: 8, part: 'A', quantity: 20, toolId: 'a', paid: 9 },
    { id: 9, part: 'B-1', quantity: 20, toolId: 'b', paid: 9 },
  ])
  const twice = [line, { ...line, toolId: 'b', partNumber: 'B-1' }]
  const once = withLines([], twice)
  expect(withLines(once, twice), 'pressed twice').toEqual(once)
  expect(withLines(once, [line, { ...line, quantity: 30 }]), 'another quantity is another wish').toHaveLength(4)
  const { unitPrice: _paid, ...ofList } = line
  expect(withLines([], [ofList])).toEqual([{ id: 1, part: 'A', quantity: 20, toolId: 'a' }])
})

test('rows that differ from the earlier order come first', () => {
  const rows = [
    { ...row('A', 20, 1), paid: 10 },
    { ...row('B', 20, 2), paid: 9 },
    { ...row('none', 20, 3), paid: 10 },
  ]
  const judge = (list: readonly Row[]) => {
    const verdicts = verdictsOf(list, known, 'usd')
    return list.map((each, n) => ({ row: each, verdict: verdicts[n] ?? { kind: 'waiting' as const } }))
  }
  const idsOf = (list: readonly { row: Row }[]) => list.map((each) => each.row.id)
  expect(idsOf(inOrder(judge(rows), 'usd'))).toEqual([3, 2, 1])
  expect(judge(rows).map((each) => paidBefore(each, 'usd'))).toEqual([undefined, 9, undefined])
  const plain = rows.map(({ paid: _paid, ...each }) => each)
  expect(idsOf(inOrder(judge(plain), 'usd'))).toEqual([1, 2, 3])
})

test('the total is the sum of the rows that are ready', () => {
  expect(totalOf(verdictsOf([row('A', 20, 1), row('B', 10, 2), row('ab', 9, 3)], known, 'usd'))).toBe(30_000)
})

test('one click sets a quantity, and leaves choices to the buyer', () => {
  expect(mendOf({ kind: 'quantity', tool: tool('a'), message: '', suggestion: 10 })).toEqual({ set: 10 })
  expect(mendOf({ kind: 'quantity', tool: tool('a'), message: '', suggestion: undefined })).toBeUndefined()
  expect(mendOf({ kind: 'several', candidates: [tool('a')] })).toBeUndefined()
  expect(mended([row('B', 5, 1), row('A', 20, 2)], row('B', 5, 1), { set: 10 })).toEqual([
    row('B', 10, 1),
    row('A', 20, 2),
  ])
})

test('everything that needs no choice is fixed at once, repeated rows before quantities', () => {
  const rows = [
    row('A', 4, 1),
    row('ab', 20, 2),
    row('mine', 4, 3),
    row('B', null, 4),
    row('what', 7, 5),
    row('mine', 4, 6),
  ]
  expect(allMended(rows, known, 'usd')).toEqual([row('A', 10, 1), row('ab', 20, 2), row('B', 10, 4), row('what', 7, 5)])
})

test('an unanswered part number is asked about once for each product it is known to mean', () => {
  const rows = [row('A'), row('new'), row('new'), { ...row('new'), toolId: 'a' }, { ...row('new'), toolId: 'b' }]
  expect(openOf(rows, known)).toEqual([
    ['new', undefined],
    ['new', 'a'],
    ['new', 'b'],
  ])
})

test('fixing keeps every row that needs a choice, and leaves nothing else to fix', () => {
  const parts = fc.constantFrom('A', 'mine', 'B', 'none', 'ab', 'old', 'what', 'not asked yet')
  const lists = fc
    .array(
      fc.record({ part: parts, quantity: fc.option(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant('-5'))) }),
      { maxLength: 12 },
    )
    .map((rows) => rows.map((each, id) => ({ ...each, id })))
  fc.assert(
    fc.property(lists, (rows) => {
      const after = allMended(rows, known, 'usd')
      const choices = (list: readonly Row[]) => list.filter(({ part }) => !['A', 'mine', 'B', 'none'].includes(part))
      expect(choices(after)).toEqual(choices(rows))
      const verdicts = verdictsOf(after, known, 'usd')
      expect(verdicts.some((verdict) => mendOf(verdict))).toBe(false)
      for (const { kind } of verdicts) expect(kind).not.toBe('repeated')
    }),
  )
})

test('two thousand rows of a thousand products are fixed without a wait', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `t${n}`)
  const many: Known = {
    tools: new Map(ids.map((id) => [id, tool(id)])),
    meanings: new Map(ids.map((id) => [id, { how: 'part' as const, toolIds: [id] }])),
  }
  const rows = Array.from({ length: 2000 }, (_, n) => row(`t${n % 1000}`, n === 0 ? null : 7, n + 1))
  const left = allMended(rows, many, 'usd')
  expect(left.map(({ part }) => part)).toEqual(ids)
  expect(left[0]?.quantity).toBe(10)
  expect(new Set(left.slice(1).map(({ quantity }) => quantity))).toEqual(new Set([15]))
})
