import { and, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Auth } from './auth.ts'
import { signingKeys } from './tables.ts'

const day = 24 * 3600

/** In seconds. After the grace period no token of a key can still be valid: each lasts a quarter of an hour. */
export const keyLife = { rotationInterval: 30 * day, gracePeriod: 3600 }

const { gracePeriod } = keyLife
const isOver = lt(signingKeys.expiresAt, sql`now() - ${gracePeriod} * interval '1 second'`)
/** A key that was made before keys had an expiry has none: the next rotation sets one. */
const signs = or(isNull(signingKeys.expiresAt), gt(signingKeys.expiresAt, sql`now()`))

/** The public keys whose tokens may still be valid, as JSON Web Keys. */
export function listPublicKeys(db: Database): Promise<{ id: string; publicKey: string }[]> {
  return db
    .select({ id: signingKeys.id, publicKey: signingKeys.publicKey })
    .from(signingKeys)
    .where(sql`not coalesce(${isOver}, false)`)
}

/**
 * Signing keys are kept encrypted with AUTH_SECRET. After the secret changed they cannot be read any more:
 * then new ones are made, and the access tokens of the last 15 minutes are renewed by their browsers.
 */
export async function ensureSigningKey(db: Database, auth: Auth, log: Log): Promise<void> {
  try {
    await sign(auth)
  } catch (error) {
    // Anything but an unreadable key, such as a database that is away, is no reason to throw keys away.
    if (!/decrypt/i.test(String(error))) throw error
    log.warn('The signing keys cannot be read with this AUTH_SECRET: making new ones', { error })
    await revokeKeys(db, auth)
  }
}

/** Signs tokens with a new key from now on. Those of earlier keys stay valid until they expire. */
export async function rotateKeys(db: Database, auth: Auth): Promise<void> {
  await db
    .update(signingKeys)
    .set({ expiresAt: sql`now()` })
    .where(signs)
  await sign(auth)
}

/** Invalidates every token issued until now, in every process within ten seconds. Browsers renew theirs by the session. */
export async function revokeKeys(db: Database, auth: Auth): Promise<void> {
  await db.delete(signingKeys)
  await sign(auth)
}

/** Once a day: makes a new key a day before the one in use expires, so that it never does, and deletes those past the grace. */
export async function tendKeys(db: Database, auth: Auth): Promise<void> {
  const fresh = sql`coalesce(${signingKeys.expiresAt}, ${signingKeys.createdAt} + ${keyLife.rotationInterval} * interval '1 second')`
  const lasting = await db.$count(signingKeys, and(signs, gt(fresh, sql`now() + interval '25 hours'`)))
  if (lasting === 0) await rotateKeys(db, auth)
  await db.delete(signingKeys).where(isOver)
}

/** The library makes a key where there is none to sign with. */
const sign = (auth: Auth) => auth.api.signJWT({ body: { payload: { sub: 'start' } } })
