import { expect, test } from 'vitest'
import type { TokenClaims } from '#features/accounts/schema.ts'
import { decodeClaims, userOf } from './claims.ts'

const claims: TokenClaims = { sub: 'u1', email: 'রহিম@example.com', name: 'রহিম Åse', role: 'user', exp: 1_800_000_000 }
const tokenOf = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`

test('reads the claims of a token, in any script', () => {
  expect(decodeClaims(tokenOf(claims))).toEqual(claims)
  expect(userOf(tokenOf(claims))).toEqual({ id: 'u1', email: 'রহিম@example.com', name: 'রহিম Åse', role: 'user' })
})

test.each([
  '',
  'a',
  'a.b',
  'a.!!.c',
  '..',
  tokenOf(null),
  tokenOf([]),
  tokenOf({}),
  tokenOf({ ...claims, role: 'root' }),
])('rejects anything else as a token: %s', (token) => {
  expect(decodeClaims(token)).toBeUndefined()
  expect(userOf(token)).toBeUndefined()
})
