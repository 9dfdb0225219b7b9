import { describe, expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createBreaker } from './breaker.ts'

const outage = new Error('nobody is there')
const refusal = new Error('no')
const clock = createTestClock()
const open = () =>
  createBreaker({ atOnce: 2, failures: 3, pauseMs: 10_000, now: clock.now, isOutage: (error) => error === outage })

const fail = (error: Error) => async (): Promise<never> => {
  throw error
}
const succeed = async () => 'done'

async function failTimes(breaker: ReturnType<typeof open>, count: number) {
  for (let n = 0; n < count; n += 1) await expect(breaker.run(fail(outage))).rejects.toBe(outage)
}
async function isRefused(breaker: ReturnType<typeof open>) {
  let asked = false
  const work = async () => {
    asked = true
  }
  await expect(breaker.run(work)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(asked).toBe(false)
}

/** Work that ends on command. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, resolve, reject }
}

describe('after several failures in a row', () => {
  test('calls are refused until the pause is over, and one success closes the breaker', async () => {
    const breaker = open()
    await failTimes(breaker, 2)
    expect(breaker.isOpen()).toBe(false)
    await failTimes(breaker, 1)
    expect(breaker.isOpen()).toBe(true)
    await isRefused(breaker)
    clock.advance({ seconds: 10 })
    expect(breaker.isOpen()).toBe(false)
    expect(await breaker.run(succeed)).toBe('done')
    await failTimes(breaker, 2)
    expect(breaker.isOpen()).toBe(false)
  })

  test('setting the clock back does not prolong the pause', async () => {
    const breaker = open()
    await failTimes(breaker, 3)
    clock.advance({ hours: -1 })
    expect(breaker.isOpen()).toBe(false)
    expect(await breaker.run(succeed)).toBe('done')
  })

  test('a success or a refusal in between resets the count', async () => {
    for (const between of [succeed, fail(refusal)]) {
      const breaker = open()
      await failTimes(breaker, 2)
      await breaker.run(between).catch(() => {})
      await failTimes(breaker, 2)
      expect(breaker.isOpen()).toBe(false)
    }
  })

  test('a single call tests the provider, and its failure reopens the breaker at once', async () => {
    const breaker = open()
    await failTimes(breaker, 3)
    clock.advance({ seconds: 10 })
    const probe = held()
    const probing = breaker.run(probe.work)
    await isRefused(breaker)
    probe.reject(outage)
    await expect(probing).rejects.toBe(outage)
    await isRefused(breaker)
    clock.advance({ seconds: 10 })
    expect(await breaker.run(succeed)).toBe('done')
  })
})

test('calls above the limit are refused until one ends', async () => {
  const breaker = open()
  const [one, other] = [held(), held()]
  const running = [breaker.run(one.work), breaker.run(other.work)]
  await isRefused(breaker)
  one.resolve('one')
  expect(await running[0]).toBe('one')
  expect(await breaker.run(succeed)).toBe('done')
  other.reject(refusal)
  await expect(running[1]).rejects.toBe(refusal)
  expect(await Promise.all([breaker.run(succeed), breaker.run(succeed)])).toEqual(['done', 'done'])
})
