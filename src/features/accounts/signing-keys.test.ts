import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'

import { ensureSigningKey, keyLife, listPublicKeys, revokeKeys, rotateKeys, tendKeys } from './signing-keys.ts'
import { signingKeys } from './tables.ts'

let test: TestShop
beforeAll(async () => {
  test = await openTestShop()
})
afterAll(() => test.close())

const log = { info() {}, warn() {}, error() {}, flush() {} }

it('keeps readable keys, and makes new ones after AUTH_SECRET has changed', async () => {
  await ensureSigningKey(test.db, test.shop.auth, log)
  const before = await listPublicKeys(test.db)
  expect(before).toHaveLength(1)
  await test.db.update(signingKeys).set({ privateKey: '"made with another secret"' })
  await ensureSigningKey(test.db, test.shop.auth, log)
  const after = await listPublicKeys(test.db)
  expect(after).toHaveLength(1)
  expect(after[0]?.id).not.toBe(before[0]?.id)
})

it('keeps the keys when signing fails for a reason other than their secret', async () => {
  const before = await listPublicKeys(test.db)
  const signing = vi.spyOn(test.shop.auth.api, 'signJWT').mockRejectedValueOnce(new Error('the database is away'))
  await expect(ensureSigningKey(test.db, test.shop.auth, log)).rejects.toThrow('the database is away')
  signing.mockRestore()
  expect(await listPublicKeys(test.db)).toEqual(before)
})

/** Sets when each key was made and ends, in hours from now. */
const setTimes = (made: number, ends: number | null) =>
  test.db.update(signingKeys).set({
    createdAt: new Date(Date.now() + made * hour),
    expiresAt: ends === null ? null : new Date(Date.now() + ends * hour),
  })
const hour = 3_600_000
const keyIds = async () => (await listPublicKeys(test.db)).map(({ id }) => id)

/** A token of somebody who is signed in. */
async function token() {
  const { subject } = await test.signedIn()
  const payload = { sub: subject.id, sid: subject.session }
  return (await test.shop.auth.api.signJWT({ body: { payload } })).token
}
const isGood = async (bearer: string) =>
  (await test.app.request('/api/profile', { headers: { authorization: `Bearer ${bearer}` } })).status === 200

/** Advances the clock past the time for which another process may go on with the keys it has read. */
const everyoneReadAgain = () => test.clock.advance({ seconds: 10 })

it('signs with a new key after a rotation, and still accepts tokens of the previous one', async () => {
  await revokeKeys(test.db, test.shop.auth)
  const [before, [old]] = [await token(), await keyIds()]
  await rotateKeys(test.db, test.shop.auth)
  const after = await token()
  expect(decodeProtectedHeader(before).kid).toBe(old)
  expect(decodeProtectedHeader(after).kid).not.toBe(old)
  everyoneReadAgain()
  expect([await isGood(before), await isGood(after)]).toEqual([true, true])
  expect(await keyIds()).toHaveLength(2)
})

it('stops trusting a key once its last tokens have expired', async () => {
  await revokeKeys(test.db, test.shop.auth)
  const bearer = await token()
  await setTimes(-800, -0.99)
  everyoneReadAgain()
  expect(await isGood(bearer)).toBe(true)
  await setTimes(-800, -1.01)
  everyoneReadAgain()
  expect(await isGood(bearer)).toBe(false)
})

it('invalidates every token within ten seconds when the keys are revoked, and signs with new ones', async () => {
  const bearer = await token()
  everyoneReadAgain()
  expect(await isGood(bearer)).toBe(true)
  await revokeKeys(test.db, test.shop.auth)
  everyoneReadAgain()
  expect([await isGood(bearer), await isGood(await token())]).toEqual([false, true])
})

it.each([
  ['keeps a key with more than a day left', -10, 26, 1],
  ['makes a new key a day before the last one expires', -10, 24, 2],
  ['keeps a key without an expiry for 28 days', -24 * 28, null, 1],
  ['makes a new key when one without an expiry is 29 days old', -24 * 29, null, 2],
  ['removes a key whose tokens have expired', -800, -1.01, 1],
])('once a day %s', async (_, made, ends, keys) => {
  await revokeKeys(test.db, test.shop.auth)
  const [old] = await keyIds()
  await setTimes(made, ends)
  await tendKeys(test.db, test.shop.auth)
  const kept = await test.db.select({ id: signingKeys.id }).from(signingKeys)
  expect(kept).toHaveLength(keys)
  expect(kept.some(({ id }) => id === old)).toBe(ends !== -1.01)
  const { kid } = decodeProtectedHeader(await token())
  expect(kid === old).toBe(keys === 1 && ends !== -1.01)
})

it('gives each new key a lifetime of a month', async () => {
  await revokeKeys(test.db, test.shop.auth)
  const [key] = await test.db.select().from(signingKeys)
  const days = ((key?.expiresAt?.getTime() ?? 0) - Date.now()) / (24 * hour)
  expect(days).toBeCloseTo(keyLife.rotationInterval / 86_400, 1)
  expect(days).toBeCloseTo(30, 1)
})
