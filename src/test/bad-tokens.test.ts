import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPublicKeys } from '#features/accounts/signing-keys.ts'
import { findUserById } from '#features/accounts/store.ts'
import { newId } from '#platform/ids.ts'
import { matrix } from '#testing/permissions/matrix.ts'
import { openPermissionShop, type PermissionShop } from '#testing/permissions/world.ts'

let shop: PermissionShop
beforeAll(async () => {
  shop = await openPermissionShop()
})
afterAll(() => shop.close())

describe('a token', () => {
  const rewrite = (token: string, part: 0 | 1, change: object): string => {
    const parts = token.split('.')
    const read: unknown = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString())
    parts[part] = Buffer.from(JSON.stringify(Object.assign({}, read, change))).toString('base64url')
    return parts.join('.')
  }
  const seconds = () => Math.floor(shop.clock.now().getTime() / 1000)

  /** A token with the admin's claims, signed with the attacker's own key. */
  async function forged(changes: { kid?: string; alg?: 'EdDSA' | 'ES256' } = {}): Promise<string> {
    const { kid, alg = 'EdDSA' } = { ...decodeProtectedHeader(shop.people.admin.token), ...changes }
    const { privateKey } = await generateKeyPair(alg)
    return new SignJWT(decodeJwt(shop.people.admin.token))
      .setProtectedHeader({ alg, ...(kid && { kid }) })
      .sign(privateKey)
  }

  /** A token signed with the text of the public key as a shared secret, which a careless verifier accepts. */
  async function confused(): Promise<string> {
    const [key] = await listPublicKeys(shop.db)
    const secret = new TextEncoder().encode(key?.publicKey)
    return new SignJWT(decodeJwt(shop.people.admin.token))
      .setProtectedHeader({ alg: 'HS256', kid: key?.id ?? '' })
      .sign(secret)
  }

  const ours = async (claims: Record<string, unknown>): Promise<string> => {
    const { sub, sid, email, name, role } = decodeJwt(shop.people.admin.token)
    const { token } = await shop.shop.auth.api.signJWT({
      body: { payload: { sub, sid, email, name, role, ...claims } },
    })
    return token
  }

  const bad: Record<string, () => Promise<string> | string> = {
    'signed with another key': () => forged({ kid: 'mine' }),
    'signed with another key under our kid': () => forged(),
    'signed with another algorithm under our kid': () => forged({ alg: 'ES256' }),
    'signed with our public key as a secret': confused,
    'whose payload names another user': () => rewrite(shop.people.user.token, 1, { sub: shop.people.admin.actor.id }),
    'whose expiry was extended': () => rewrite(shop.people.admin.token, 1, { exp: seconds() + 1e9 }),
    'with alg none': () => rewrite(shop.people.admin.token, 0, { alg: 'none' }),
    'with alg none and no signature': () => rewrite(shop.people.admin.token, 0, { alg: 'none' }).replace(/[^.]*$/, ''),
    'without its signature': () => shop.people.admin.token.replace(/[^.]*$/, ''),
    'that has expired': () => ours({ iat: seconds() - 1000, exp: seconds() - 1 }),
    'for another audience': () => ours({ aud: 'https://elsewhere.example' }),
    'of another issuer': () => ours({ iss: 'https://elsewhere.example' }),
    'without a user': () => ours({ sub: undefined }),
    'of a user who never existed': () => ours({ sub: newId() }),
    'without a session': () => ours({ sid: undefined }),
    'of a session that never existed': () => ours({ sid: newId() }),
    'of another user’s session': () => ours({ sid: shop.people.user.subject.session }),
    'that is not a token': () => 'a.b.c',
  }

  test.each(Object.entries(bad))('%s is refused with 401 by every call that needs one', async (_what, tokenMade) => {
    const token = await tokenMade()
    const world = await shop.sharedWorld()
    const guarded = Object.entries(matrix).filter(([, { statuses }]) => statuses[0] === 401)
    for (const [name, call] of guarded) {
      const answer = await shop.make(name, call, world, token)
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 401, 'application/problem+json'])
    }
    expect((await findUserById(shop.db, shop.people.user.actor.id))?.role).toBe('user')
  })
})
