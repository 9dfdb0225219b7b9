import { afterEach, expect, test, vi } from 'vitest'

const now = new Date('2026-11-27T06:00:00Z')
const moment = '2026-11-22T08:20:00Z'

/** The module as a browser in that zone has it: formats keep the zone in which they were created. */
async function readIn(zone: string) {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return import('./shop-moment.ts')
}
// Modules are cached between tests: the next test has to load them in its own zone.
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('staff see the time of Dhaka, labelled as such elsewhere', async () => {
  const inDhaka = await readIn('Asia/Dhaka')
  expect(inDhaka.formatShopMoment(moment, now)).toBe('22 Nov, 14:20')
  const inBerlin = await readIn('Europe/Berlin')
  expect(inBerlin.formatShopMoment(moment, now)).toBe('22 Nov, 14:20 in Dhaka')
})

test('a moment in another year in Dhaka shows the year', async () => {
  const { formatShopMoment } = await readIn('Europe/Berlin')
  expect(formatShopMoment('2025-12-31T17:59:00Z', now)).toBe('31 Dec 2025, 23:59 in Dhaka')
  expect(formatShopMoment('2025-12-31T18:00:00Z', now)).toBe('1 Jan, 00:00 in Dhaka')
})

test('a buyer sees local time', async () => {
  const { momentFor } = await readIn('Europe/Berlin')
  expect(momentFor(true)(moment, now)).toBe('22 Nov, 14:20 in Dhaka')
  expect(momentFor(false)(moment, now)).toBe('22 Nov, 09:20')
})
