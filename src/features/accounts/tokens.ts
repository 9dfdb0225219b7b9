import { hash } from 'node:crypto'
import { createLocalJWKSet, errors, jwtVerify, type JWK } from 'jose'
import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import type { TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { listPublicKeys } from './signing-keys.ts'

// mutant(object): each key that the library wrote has one
const Jwk = z.looseObject({ kty: z.string() })
const algorithm = 'EdDSA'
/** How long a key that was deleted may still be accepted. */
const keysLastMs = 10_000

/** What the server reads from an access token: its user, its session (`sid`), and its expiry in seconds. */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() })

/**
 * Checks access tokens (RFC 7519, signed with EdDSA) against our own public keys. It reads them from the database, again when
 * a token names an unknown key (another process made it), and after ten seconds, since one may have been deleted. A valid
 * token is remembered by its hash until it expires or the keys change: checking the signature again would cost more than the call
 * itself.
 *
 * @param mostRemembered beyond that many, the one verified first is forgotten; each takes about 200 bytes.
 */
export function createTokenVerifier(db: Database, clock: Clock, issuer: string, mostRemembered = 20_000) {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined
  let readAt = 0
  let kept = ''
  const verified = new Map<string, { subject: TokenSubject; endsAt: number }>()

  /** In milliseconds; absolute, since a clock that was set back would otherwise make the keys last that much longer. */
  const ageOfKeys = (): number => Math.abs(clock.now().getTime() - readAt)

  const readKeys = async () => {
    const rows = await listPublicKeys(db)
    const jwks: JWK[] = rows.map((row) => ({ ...Jwk.parse(JSON.parse(row.publicKey)), kid: row.id, alg: algorithm }))
    readAt = clock.now().getTime()
    const ids = rows.map(({ id }) => id).toSorted()
    if (ids.join() !== kept) verified.clear()
    kept = ids.join()
    return createLocalJWKSet({ keys: jwks })
  }

  const verify = async (token: string): Promise<unknown> => {
    keys ??= await readKeys()
    const options = { issuer, audience: issuer, algorithms: [algorithm], currentDate: clock.now() }
    const { payload } = await jwtVerify(token, keys, options)
    return payload
  }

  const claimsOf = async (token: string) => {
    try {
      const payload = await verify(token).catch((error: unknown) => {
        // A forged key id must not make us read the table for every call.
        if (!(error instanceof errors.JWKSNoMatchingKey) || ageOfKeys() < 1000) throw error
        keys = undefined
        return verify(token)
      })
      return Claims.parse(payload)
    } catch (cause) {
      throw new Failure('unauthenticated', 'The access token is invalid or has expired. Log in again.', { cause })
    }
  }

  const remember = (key: string, subject: TokenSubject, endsAt: number) => {
    verified.set(key, { subject, endsAt })
    const [oldest] = verified.keys()
    if (verified.size > mostRemembered && oldest) verified.delete(oldest)
  }

  /** Who a token was issued for. @throws Failure 'unauthenticated' for one that is forged, changed or expired. */
  return async (token: string): Promise<TokenSubject> => {
    if (ageOfKeys() >= keysLastMs) keys = await readKeys()
    const key = hash('sha256', token, 'base64')
    const known = verified.get(key)
    if (known && clock.now().getTime() < known.endsAt) return known.subject
    const { sub: id, sid: session, exp } = await claimsOf(token)
    const subject = { id, session }
    remember(key, subject, exp * 1000)
    return subject
  }
}
