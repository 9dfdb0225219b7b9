import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onBehalfOf } from '#platform/db/fair-line.ts'
import { createOrderQueue } from './order-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Orders of products that end when the test says so. */
function ordering(atOnce: number) {
  const inTurn = createOrderQueue(atOnce)
  const begun: string[] = []
  const ends = new Map<string, (outcome?: Error) => void>()
  const orderBy = (buyer: string, name: string, ...products: string[]) =>
    inTurn({ buyer, products }, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      )
    })
  /** Each order has a buyer of its own. */
  const order = (name: string, ...products: string[]) => orderBy(`buyer of ${name}`, name, ...products)
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { begun, order, orderBy, end }
}

test('a limited number of orders per product run at once, independently of other products', async () => {
  const { begun, order, end } = ordering(2)
  const all = [order('1', 'a'), order('2', 'a'), order('3', 'a'), order('4', 'a'), order('5', 'b')]
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['1', '2', '5'])
  await end('2')
  expect(begun).toEqual(['1', '2', '5', '3'])
  for (const name of ['1', '3', '4', '5']) await end(name)
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', '5'])
})

test('a failed order lets the next one in', async () => {
  const { begun, order, end } = ordering(1)
  const failing = order('1', 'a').catch((error: unknown) => error)
  const next = order('2', 'a')
  await vi.advanceTimersByTimeAsync(0)
  await end('1', new Error('refused'))
  expect(await failing).toMatchObject({ message: 'refused' })
  expect(begun).toEqual(['1', '2'])
  await end('2')
  await next
})

test('orders of the same products in any order never deadlock', async () => {
  const { begun, order, end } = ordering(1)
  const all = [order('1', 'a', 'b'), order('2', 'b', 'a'), order('3', 'b'), order('4', 'a', 'a')]
  await vi.advanceTimersByTimeAsync(0)
  for (let round = 0; round < 4; round += 1) for (const name of begun) await end(name)
  expect((await Promise.all(all)).toSorted()).toEqual(['1', '2', '3', '4'])
  expect(begun).toHaveLength(4)
})

test('an order waits two seconds at most over all its products, and then gives up its place', async () => {
  const { begun, order, end } = ordering(1)
  const held = [order('1', 'a'), order('2', 'b')]
  const both = order('3', 'a', 'b').catch((error: unknown) => error)
  const later = order('4', 'b').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_500)
  await end('1')
  await vi.advanceTimersByTimeAsync(499)
  const patient = order('5', 'b')
  await vi.advanceTimersByTimeAsync(1)
  const refused = { kind: 'unavailable', extra: { retryAfter: 1 } }
  expect([await both, await later]).toMatchObject([refused, refused])
  expect(begun).toEqual(['1', '2'])
  await end('2')
  expect(begun).toEqual(['1', '2', '5'])
  const free = order('6', 'a')
  await vi.advanceTimersByTimeAsync(0)
  for (const name of ['5', '6']) await end(name)
  await Promise.all([...held, patient, free])
})

test('orders of one account run one at a time and hold up nobody else', async () => {
  const { begun, order, orderBy, end } = ordering(2)
  const own = ['1', '2', '3'].map((name) => orderBy('greedy', name, name === '3' ? 'b' : 'a'))
  const other = order('other', 'a')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['1', 'other'])
  await end('1')
  expect(begun).toEqual(['1', 'other', '2'])
  for (const name of ['other', '2', '3']) await end(name)
  expect(await Promise.all([...own, other])).toEqual(['1', '2', '3', 'other'])
})

test('orders from different networks take turns', async () => {
  const { begun, order, end } = ordering(1)
  const flood = onBehalfOf('flood', () => ['1', '2', '3', '4'].map((name) => order(name, 'a')))
  await vi.advanceTimersByTimeAsync(0)
  const other = onBehalfOf('another', () => order('other', 'a'))
  await vi.advanceTimersByTimeAsync(0)
  await end('1')
  await end('2')
  expect(begun).toEqual(['1', '2', 'other'])
  for (const name of ['other', '3', '4']) await end(name)
  await Promise.all([...flood, other])
})
