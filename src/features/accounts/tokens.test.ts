import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { createTokenVerifier } from './tokens.ts'
import { signingKeys } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const now = () => Math.floor(shop.clock.now().getTime() / 1000)

/** A token of somebody who is signed in. It ends in so many seconds from now, or much later if none are given. */
async function sign(endsIn?: number): Promise<string> {
  const { subject } = await shop.signedIn()
  const exp = endsIn === undefined ? undefined : { exp: now() + endsIn }
  const payload = { sub: subject.id, sid: subject.session, ...exp }
  return (await shop.shop.auth.api.signJWT({ body: { payload } })).token
}
const verifier = (most?: number) => createTokenVerifier(shop.db, shop.clock, shop.config.publicUrl, most)
const refused = { kind: 'unauthenticated' }

test('a token ends at its expiry, even when it was seen before', async () => {
  const token = await sign(60)
  const tool = await makeTool(shop.db)
  const headers = { authorization: `Bearer ${token}` }
  const calls = async () => [
    (await shop.app.request('/api/profile', { headers })).status,
    (await shop.app.request('/api/order', json('POST', orderOf(tool), headers))).status,
  ]
  expect(await calls()).toEqual([200, 201])
  shop.clock.advance({ seconds: 59 })
  expect(await calls()).toEqual([200, 201])
  shop.clock.advance({ seconds: 1 })
  expect(await calls()).toEqual([401, 401])
})

test('keys are read once, and again for a key made by another process', async () => {
  const subjectOf = verifier()
  const reads = vi.spyOn(shop.db, 'select')
  const read = async (token: string) => {
    reads.mockClear()
    const outcome = await subjectOf(token).then(
      () => 'good',
      () => 'refused',
    )
    return [outcome, reads.mock.calls.length]
  }
  const [first, second] = [await sign(), await sign()]
  expect(await read(first)).toEqual(['good', 1])
  expect(await read(second)).toEqual(['good', 0])

  await shop.db.delete(signingKeys)
  const ofNewKey = await sign()
  // Forged key ids must not read the table for every call.
  shop.clock.advance({ seconds: 0.999 })
  expect(await read(ofNewKey)).toEqual(['refused', 0])
  shop.clock.advance({ seconds: 0.001 })
  expect(await read(ofNewKey)).toEqual(['good', 1])
  // Nor does any other forged token.
  shop.clock.advance({ seconds: 1 })
  expect(await read(`${(await sign()).slice(0, -8)}AAAAAAAA`)).toEqual(['refused', 0])
  reads.mockRestore()
})

test('a limited number of tokens is remembered, and the oldest is forgotten first', async () => {
  const subjectOf = verifier(2)
  const [one, two, three] = [await sign(), await sign(), await sign()]
  for (const token of [one, two, three]) await subjectOf(token)
  // With another key under the same id no signature is valid any more: only remembered tokens are still accepted.
  const { publicKey } = generateKeyPairSync('ed25519')
  await shop.db.update(signingKeys).set({ publicKey: JSON.stringify(publicKey.export({ format: 'jwk' })) })
  shop.clock.advance({ seconds: 10 })
  await expect(subjectOf(one)).rejects.toMatchObject(refused)
  await expect(subjectOf(two)).resolves.toBeDefined()
  await expect(subjectOf(three)).resolves.toBeDefined()
  await shop.db.delete(signingKeys)
})

test.each(['', 'Bearer', 'bearer', 'Basic', 'Token'])(
  'an Authorization header with the scheme %j is not accepted',
  async (scheme) => {
    const token = await sign()
    const told = async (authorization: string) =>
      (await shop.app.request('/api/profile', { headers: { authorization } })).status
    expect(await told(`Bearer ${token}`)).toBe(200)
    for (const text of [scheme, `${scheme}${token}`, `x${scheme} ${token}`, `${scheme} ${token} x`])
      expect(await told(text), text.slice(0, 20)).toBe(401)
  },
)

test('a deleted key and its tokens are rejected within ten seconds, even tokens seen before', async () => {
  const subjectOf = verifier()
  const token = await sign()
  await subjectOf(token)
  shop.clock.advance({ seconds: 10 })
  expect(await subjectOf(token)).toBeDefined()
  await shop.db.delete(signingKeys)
  shop.clock.advance({ seconds: 9.999 })
  expect(await subjectOf(token)).toBeDefined()
  shop.clock.advance({ seconds: 0.001 })
  await expect(subjectOf(token)).rejects.toMatchObject(refused)
})

test('a deleted key is also rejected after the clock was set back', async () => {
  let at = shop.clock.now().getTime()
  const subjectOf = createTokenVerifier(shop.db, { now: () => new Date(at) }, shop.config.publicUrl)
  const token = await sign()
  await subjectOf(token)
  await shop.db.delete(signingKeys)
  const ofNewKey = await sign()
  at -= 3_600_000
  expect(await subjectOf(ofNewKey)).toBeDefined()
  await expect(subjectOf(token)).rejects.toMatchObject(refused)
})
