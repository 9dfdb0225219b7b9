import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Clock } from '#shared/clock.ts'
import { hashOfRequest, requireSame, usedForAnother } from './idempotency-key.ts'
import { doneCalls } from './tables.ts'

/** A call that may be repeated, after a lost answer or at the same time. */
export type Attempt = {
  /** Whose key it is: an account's id, or whatever else identifies the caller. */
  caller: string
  /** The Idempotency-Key, if it came with one. */
  key: string | undefined
  /** Everything the call asks for. */
  request: object
  at: Date
}

/**
 * Makes what a call asks for only once per caller and key, in that call's transaction.
 * @param make makes it under the given id.
 * @returns that id, or the one under which the same call made it before.
 * @throws Failure 'conflict' for a key that was sent with another request.
 */
export async function once(tx: Database, attempt: Attempt, make: (id: string) => Promise<unknown>): Promise<string> {
  const id = newId()
  const earlier = await claim(tx, attempt, id)
  if (earlier !== undefined) return earlier
  await make(id)
  return id
}

/**
 * The id of what the same call made before, if it did: for what is checked or counted before `once`, such as rate limits.
 * @throws Failure as `once`.
 */
export async function madeBefore(db: Database, { caller, key, request }: Attempt): Promise<string | undefined> {
  if (key === undefined) return undefined
  const [earlier] = await db
    .select()
    .from(doneCalls)
    .where(and(eq(doneCalls.caller, caller), eq(doneCalls.key, key)))
  if (earlier) requireSame(earlier.requestHash, { key, hash: hashOfRequest(request) }, 'request')
  return earlier?.madeId
}

/** Claims the key for this call, waiting for an unfinished call that holds it. @returns the id of what it made before. */
async function claim(tx: Database, attempt: Attempt, madeId: string): Promise<string | undefined> {
  const { caller, key, request, at } = attempt
  if (key === undefined) return undefined
  const claimed = await tx
    .insert(doneCalls)
    .values({ caller, key, requestHash: hashOfRequest(request), madeId, at })
    .onConflictDoNothing()
    .returning({ caller: doneCalls.caller })
  if (claimed.length > 0) return undefined
  const earlier = await madeBefore(tx, attempt)
  if (earlier === undefined) throw usedForAnother('request')
  return earlier
}

const keptMs = 24 * 60 * 60 * 1000

/** Deletes keys older than a day: nobody repeats a call that late. */
export async function sweepDoneCalls(db: Database, clock: Clock): Promise<void> {
  await db.delete(doneCalls).where(lt(doneCalls.at, new Date(clock.now().getTime() - keptMs)))
}
