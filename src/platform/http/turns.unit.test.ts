import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Pieces of work that end when told, in the order in which they began. */
function works() {
  const begun: { name: string; end: (error?: Error) => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) =>
      begun.push({ name, end: (error) => (error ? reject(error) : resolve(name)) }),
    )
  return { begun, work, names: () => begun.map(({ name }) => name) }
}
const settled = async () => {
  for (let n = 0; n < 3; n += 1) await new Promise(setImmediate)
}

test('each key runs two at a time, and the next starts when one ends or fails', async () => {
  const turn = createTurns(2, 10, 'Later.')
  const { begun, work, names } = works()
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => turn('a', work(name)))
  const other = turn('b', work('b1'))
  await settled()
  expect(names()).toEqual(['a1', 'a2', 'b1'])
  begun[0]?.end()
  await settled()
  expect(names()).toEqual(['a1', 'a2', 'b1', 'a3'])
  begun[1]?.end(new Error('broken'))
  await expect(all[1]).rejects.toThrow('broken')
  await settled()
  expect(names()).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  for (const { end } of begun) end()
  expect(await Promise.all([all[0], all[2], all[3], other])).toEqual(['a1', 'a3', 'a4', 'b1'])
})

test('a key with too many waiting is refused, and other keys are not', async () => {
  const turn = createTurns(1, 2, 'Later.')
  const { begun, work, names } = works()
  const waiting = ['a1', 'a2', 'a3'].map((name) => turn('a', work(name)))
  await expect(turn('a', work('a4'))).rejects.toMatchObject({
    status: 429,
    message: 'Later.',
    extra: { retryAfter: 1 },
  })
  void turn('b', work('b1'))
  for (let n = 0; n < 4; n += 1) {
    await settled()
    begun[n]?.end()
  }
  expect(await Promise.all(waiting)).toEqual(['a1', 'a2', 'a3'])
  expect(names()).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('turns never exceed the limit, and all work is done', async () => {
  const limits = fc.integer({ min: 1, max: 4 })
  await fc.assert(
    fc.asyncProperty(limits, fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 }), async (atOnce, keys) => {
      const turn = createTurns(atOnce, 100, 'Later.')
      const running: Record<string, number> = { a: 0, b: 0 }
      const most: Record<string, number> = { a: 0, b: 0 }
      const one = (key: string) => async () => {
        running[key] = (running[key] ?? 0) + 1
        most[key] = Math.max(most[key] ?? 0, running[key] ?? 0)
        await settled()
        running[key] = (running[key] ?? 0) - 1
      }
      await Promise.all(keys.map((key) => turn(key, one(key))))
      for (const key of ['a', 'b']) {
        expect(most[key]).toBe(Math.min(atOnce, keys.filter((each) => each === key).length))
      }
    }),
    { numRuns: 50 },
  )
})

test('other work gets a chance between two pieces of work', async () => {
  const turn = createTurns(2, 100, 'Later.')
  let done = 0
  const all = Promise.all(Array.from({ length: 20 }, () => turn('a', async () => void (done += 1))))
  const seen: number[] = []
  for (let look = 0; look < 40; look += 1) {
    seen.push(done)
    await new Promise(setImmediate)
  }
  await all
  expect(seen.at(-1)).toBe(20)
  expect(Math.max(...seen.map((count, n) => count - (seen[n - 1] ?? 0)))).toBeLessThanOrEqual(2)
})
