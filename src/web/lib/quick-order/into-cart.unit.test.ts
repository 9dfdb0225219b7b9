import { expect, test } from 'vitest'
import type { QuickTool } from '#features/quick-order/schema.ts'
import { addingAll, fitting, outcomeOf, type Ready } from './into-cart.ts'

const tool = (id: string, more: Partial<QuickTool> = {}): QuickTool => ({
  _id: id,
  name: id,
  part_number: id,
  img: '/x.webp',
  price: 10,
  price_breaks: [{ from: 50, price: 9 }],
  minimum_order_quantity: 10,
  order_increment: 5,
  category: 'cases',
  available_quantity: 103,
  ...more,
})
const ready = (id: number, name = `t${id}`, quantity = 20): Ready => ({ id, tool: tool(name), quantity })
const line = (toolId: string, quantity = 20) => ({ toolId, quantity, seenPrice: 10 })

test('an order takes a hundred products, and more pieces of those already in it', () => {
  const lines = Array.from({ length: 98 }, (_, n) => line(`t${n}`))
  const list = [ready(200), ready(5), ready(201), ready(202), ready(6)]
  expect(fitting(list, lines).map(({ id }) => id)).toEqual([200, 5, 201, 6])
  expect(fitting(list, [])).toEqual(list)
})

test('all rows are added at once, at the price of their joint quantity and within the stock', () => {
  const put = addingAll([ready(1, 'a', 40), ready(2, 'b', 20)], 'usd')
  expect(put([line('a', 30)])).toEqual([
    { toolId: 'a', quantity: 70, seenPrice: 9 },
    { toolId: 'b', quantity: 20, seenPrice: 10 },
  ])
  expect(put([line('a', 90)])[0]).toEqual({ toolId: 'a', quantity: 100, seenPrice: 9 })
})

test('a row that added nothing is left out, and one that added less falls short', () => {
  const [none, some, all] = [ready(1, 'a', 20), ready(2, 'b', 20), ready(3, 'c', 20)]
  const before = [line('a', 100), line('b', 90)]
  const after = addingAll([none, some, all], 'usd')(before)
  expect(outcomeOf([none, some, all], before, after)).toEqual({ added: [some, all], short: [none, some] })
})
