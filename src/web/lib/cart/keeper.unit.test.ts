import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cart, CartEntry, CartTool, NewCart } from '#features/cart/schema.ts'
import { ApiProblem } from '#web/lib/problem.ts'
import { adding, countingAddition, removing, restoring, setting } from './changes.ts'
import { createCartKeeper } from './keeper.ts'

const tool = { name: 'Fan', price: 1 } as CartTool
const of = (toolId: string, quantity = 1): CartEntry => ({ toolId, quantity, seenPrice: 1 })
const plus = (toolId: string, quantity: number, most: number) => adding({ toolId, quantity, most, priceAt: () => 1 })

/** A server with one cart; `fates` decide what happens to the next writes. */
function openServer() {
  let cart: Cart = {
    version: 0,
    currency: 'usd',
    total: 0,
    tax: { name: 'VAT', amount: 0, added: false },
    lines: [],
  }
  const fates: ('lost answer' | 'never arrives' | 'refused')[] = []
  const asked: NewCart[] = []
  const keys = new Set<string>()
  const served = (lines: readonly CartEntry[], version: number): Cart => ({
    ...cart,
    version,
    lines: lines.map((line) => ({ ...line, ok: true, unitPrice: 1, total: line.quantity, changes: [], tool })),
  })
  return {
    asked,
    fates,
    entries: () => cart.lines.map(({ toolId, quantity }) => [toolId, quantity]),
    async read(): Promise<Cart> {
      await Promise.resolve()
      return cart
    },
    async write(sent: NewCart, key: string): Promise<Cart> {
      await Promise.resolve()
      asked.push(sent)
      const fate = fates.shift()
      if (fate === 'never arrives') throw new ApiProblem(0)
      if (fate === 'refused') throw new ApiProblem(422)
      if (keys.has(key)) return cart
      if (sent.version !== cart.version) throw new ApiProblem(409)
      cart = served(sent.lines, sent.version + 1)
      keys.add(key)
      if (fate === 'lost answer') throw new ApiProblem(0)
      return cart
    },
  }
}

test('a change shows at once, and is unsaved until the server has it', async () => {
  const keeper = createCartKeeper(openServer())
  await keeper.load()
  const saved = keeper.change(plus('a', 2, 9))
  expect(keeper.state()).toMatchObject({ lines: [of('a', 2)], unsaved: true })
  await saved
  expect(keeper.state()).toMatchObject({ lines: [of('a', 2)], unsaved: false, saved: { version: 1 } })
  expect(keeper.tool('a')).toEqual({ tool, gone: false })
})

test('a change made before the cart is read waits for it', async () => {
  const server = openServer()
  await createCartKeeper(server).change(plus('a', 1, 9))
  await createCartKeeper(server).change(plus('b', 1, 9))
  expect(server.entries()).toEqual([
    ['a', 1],
    ['b', 1],
  ])
})

test('changes made during a save are sent together', async () => {
  const server = openServer()
  const keeper = createCartKeeper(server)
  await keeper.change(plus('a', 1, 99))
  await Promise.all([2, 3, 4, 5].map((quantity) => keeper.change(setting(of('a', quantity)))))
  expect(server.entries()).toEqual([['a', 5]])
  expect(server.asked.length).toBeLessThan(5)
})

test('a change that could not be saved is kept, and sent again', async () => {
  const server = openServer()
  const keeper = createCartKeeper(server)
  await keeper.load()
  server.fates.push('never arrives')
  await expect(keeper.change(plus('a', 1, 9))).rejects.toThrow(ApiProblem)
  expect(keeper.state()).toMatchObject({ lines: [of('a')], unsaved: true, problem: { status: 0 } })
  await keeper.retry()
  expect(keeper.state()).toMatchObject({ unsaved: false, problem: undefined })
  expect(server.entries()).toEqual([['a', 1]])
})

test('a change whose answer was lost is not made twice', async () => {
  const server = openServer()
  const keeper = createCartKeeper(server)
  await keeper.load()
  server.fates.push('lost answer')
  await expect(keeper.change(plus('a', 2, 9))).rejects.toThrow(ApiProblem)
  await keeper.change(plus('b', 3, 9))
  expect(server.entries()).toEqual([
    ['a', 2],
    ['b', 3],
  ])
})

test('a change that the shop rejects for good is dropped', async () => {
  const server = openServer()
  const keeper = createCartKeeper(server)
  server.fates.push('refused')
  await expect(keeper.change(plus('a', 1, 9))).rejects.toThrow(ApiProblem)
  expect(keeper.state()).toMatchObject({ lines: [], unsaved: false, problem: { status: 422 } })
})

test('a cart that was read before the last save does not undo it', async () => {
  const server = openServer()
  const old = await server.read()
  let read = server.read
  const keeper = createCartKeeper({ ...server, read: () => read() })
  await keeper.change(plus('a', 1, 9))
  read = () => Promise.resolve(old)
  await keeper.load()
  expect(keeper.state().lines).toEqual([of('a')])
})

test('reloading shows changes made elsewhere, and sends what could not be saved', async () => {
  const server = openServer()
  const keeper = createCartKeeper(server)
  await keeper.load()
  server.fates.push('never arrives')
  await keeper.change(plus('a', 1, 9)).catch(() => undefined)
  await createCartKeeper(server).change(plus('b', 1, 9))
  await keeper.load()
  expect(keeper.state()).toMatchObject({ lines: [of('b'), of('a')], unsaved: false })
})

test('adding stops at the stock, and takes nothing away', () => {
  expect(plus('a', 5, 3)([])).toEqual([of('a', 3)])
  expect(plus('a', 2, 3)([of('a', 2)])).toEqual([of('a', 3)])
  expect(plus('a', 2, 3)([of('a', 7)])).toEqual([of('a', 7)])
  const priceAt = (quantity: number) => (quantity < 10 ? 5 : 4)
  const dearer = adding({ toolId: 'a', quantity: 5, most: 99, priceAt })
  expect(dearer(dearer([]))).toEqual([{ toolId: 'a', quantity: 10, seenPrice: 4 }])
  expect(restoring(of('b'), 1)([of('a'), of('c')]).map(({ toolId }) => toolId)).toEqual(['a', 'b', 'c'])
  expect(restoring(of('b', 2), 0)([of('b')])).toEqual([of('b')])
})

const step = fc.record({
  tab: fc.nat(2),
  toolId: fc.constantFrom('a', 'b', 'c', 'd'),
  quantity: fc.integer({ min: 1, max: 9 }),
  fate: fc.constantFrom(undefined, undefined, 'lost answer' as const, 'never arrives' as const),
})
type Step = Parameters<Parameters<typeof step.map>[0]>[0]

/** Tabs that add concurrently, with some requests or answers lost, and then send what is left. */
async function outcomeOf(steps: readonly Step[], tabCount: number) {
  const server = openServer()
  const tabs = Array.from({ length: tabCount }, () => createCartKeeper(server))
  const wanted: Record<string, number> = {}
  const made = steps.map(({ tab, toolId, quantity, fate }) => {
    wanted[toolId] = (wanted[toolId] ?? 0) + quantity
    if (fate) server.fates.push(fate)
    return tabs[tab % tabCount]?.change(plus(toolId, quantity, 1000)).catch(() => undefined)
  })
  await Promise.all(made)
  server.fates.length = 0
  for (const tab of tabs) await tab.retry()
  expect(tabs.map((tab) => tab.state().unsaved)).not.toContain(true)
  return { wanted, kept: Object.fromEntries(server.entries()) as Record<string, number> }
}

test.each([1, 3])('nothing that %d tabs add at once is lost or added twice when requests fail', async (tabs) => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
    const { wanted, kept } = await outcomeOf(steps, tabs)
    expect(kept).toEqual(wanted)
  })
  await fc.assert(property, { numRuns: 200 })
})

test('removing takes out one line', () => {
  expect(removing('a')([of('a'), of('b')])).toEqual([of('b')])
})

test('each of two simultaneous additions counts the pieces that it really added', async () => {
  const { read, write } = openServer()
  const cart = createCartKeeper({ read, write })
  const addition = { toolId: 'a', quantity: 20, most: 30, priceAt: () => 1 }
  const [first, second] = [countingAddition(addition), countingAddition(addition)]
  await Promise.all([cart.change(first.change), cart.change(second.change)])
  expect([first.added(), second.added()]).toEqual([20, 10])
})
