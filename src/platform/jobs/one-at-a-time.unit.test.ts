import { expect, test, vi } from 'vitest'
import { mostTries, workThrough } from './one-at-a-time.ts'

const unavailable = () => Object.assign(new Error('the database is gone'), { code: '57P01' })

/** Things to do, of which some fail, in batches of two. */
function work(fails: Record<string, () => Error>, tries = 1) {
  let left = ['a', 'b', 'c']
  const done: string[] = []
  const parts = {
    batch: 2,
    perform: async (most: number, only?: string) => {
      const some = only === undefined ? left.slice(0, most) : [only]
      const failing = some.map((id) => fails[id]?.()).find(Boolean)
      if (failing) throw failing
      done.push(...some)
      left = left.filter((each) => !some.includes(each))
      return some.length
    },
    list: async (most: number) => left.slice(0, most),
    putOff: vi.fn(async (id: string) => {
      left = left.filter((each) => each !== id)
      return tries
    }),
    onFailed: vi.fn(),
  }
  return { done, parts }
}

test('everything is done, batch by batch', async () => {
  const { done, parts } = work({})
  await workThrough(parts)
  expect(done).toEqual(['a', 'b', 'c'])
  expect(parts.putOff).not.toHaveBeenCalled()
})

test.each([
  [1, [['a', expect.any(Error), false]]],
  [2, []],
  [mostTries, [['a', expect.any(Error), true]]],
])('what fails for the %ith time is put off, and the others are done', async (tries, said) => {
  const { done, parts } = work({ a: () => new Error('unspeakable') }, tries)
  await workThrough(parts)
  expect(done).toEqual(['b', 'c'])
  expect(parts.putOff.mock.calls).toEqual([['a']])
  expect(parts.onFailed.mock.calls).toEqual(said)
})

test('that the database is unavailable is nobody’s failure', async () => {
  const { done, parts } = work({ a: () => new Error('unspeakable'), b: unavailable })
  await expect(workThrough(parts)).rejects.toThrow('gone')
  expect(parts.putOff.mock.calls).toEqual([['a']])
  const gone = work({ a: unavailable })
  await expect(workThrough(gone.parts)).rejects.toThrow('gone')
  expect(gone.parts.putOff).not.toHaveBeenCalled()
  expect([...done, ...gone.done]).toEqual([])
})
