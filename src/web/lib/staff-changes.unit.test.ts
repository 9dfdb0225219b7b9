import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topics } from '#features/staff-day/schema.ts'
import { readEvents, streamPause } from './staff-changes.ts'

test('events are read whole, however they are split', () => {
  const told = fc.array(fc.oneof(fc.constant(undefined), fc.subarray([...topics], { minLength: 1 })), { minLength: 1 })
  fc.assert(
    fc.property(told, fc.array(fc.nat(400)), (all, cuts) => {
      const whole = all.map((each) => (each ? `data: ${JSON.stringify(each)}\n\n` : ':\n\n')).join('')
      const ends = [...cuts.filter((cut) => cut < whole.length), whole.length].toSorted((a, b) => a - b)
      let [rest, from] = ['', 0]
      const heard = new Set<string>()
      for (const end of ends) {
        const read = readEvents(rest + whole.slice(from, end))
        for (const topic of read.topics) heard.add(topic)
        ;[rest, from] = [read.rest, end]
      }
      expect(rest).toBe('')
      expect([...heard].toSorted()).toEqual([...new Set(all.flatMap((each) => each ?? []))].toSorted())
    }),
  )
})

test('a topic is read once, and an unknown one is rejected', () => {
  expect(readEvents('data: ["orders","orders"]\n\ndata: ["qu')).toEqual({ topics: ['orders'], rest: 'data: ["qu' })
  expect(() => readEvents('data: ["secrets"]\n\n')).toThrow('Invalid')
})

test('a stream that keeps breaking is requested less and less often, but at least once a minute', () => {
  expect([0, 1, 2, 3, 10, 1000].map(streamPause)).toEqual([1000, 2000, 4000, 8000, 60_000, 60_000])
})
