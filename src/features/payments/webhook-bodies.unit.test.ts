import { expect, test } from 'vitest'
import { createBodies } from './webhook-bodies.ts'

/** A body that arrives on command, or never. */
function heldBody() {
  const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>()
  return {
    arrayBuffer: () => promise,
    come: () => resolve(new ArrayBuffer(3)),
    breakOff: () => reject(new Error('gone')),
  }
}

test('the number of bodies being read is limited per network and in total', async () => {
  const read = createBodies({ ofNetwork: 2, together: 3 })
  const bodies = Array.from({ length: 3 }, heldBody)
  const [first, second, third] = bodies
  const reading = [
    read('2001:db8::1', first ?? heldBody()),
    read('2001:db8::2', second ?? heldBody()),
    read('203.0.113.1', third ?? heldBody()),
  ]
  const later = { status: 503, extra: { retryAfter: 30 } }
  await expect(read('203.0.113.2', heldBody())).rejects.toMatchObject(later)
  third?.come()
  expect(await reading[2]).toHaveLength(3)
  await expect(read('2001:db8::3', heldBody())).rejects.toMatchObject(later)
  first?.breakOff()
  await expect(reading[0]).rejects.toThrow('gone')
  const next = heldBody()
  next.come()
  expect(await read('2001:db8::3', next)).toHaveLength(3)
  second?.come()
  await reading[1]
})
