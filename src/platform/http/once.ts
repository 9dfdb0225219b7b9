import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Clock } from '#shared/clock.ts'
import { hashOfRequest, usedForAnother } from './idempotency-key.ts'
import { doneCalls } from './tables.ts'

/** A call as it may come again, after a lost answer or beside itself. */
export type Attempt = {
  /** Whose key it is: an account's id, or by what else they are known. */
  caller: string
  /** The Idempotency-Key, if it came with one. */
  key: string | undefined
  /** What it asks for, with all that it says. */
  request: object
  at: Date
}

/**
 * Makes what a call asks for once for each of its caller's keys, in the transaction of that call.
 * @param make makes it under the id it is given.
 * @returns that id, or the one under which the same call made it before.
 * @throws Failure 'conflict' for a key that came with another request.
 */
export async function once(tx: Database, attempt: Attempt, make: (id: string) => Promise<unknown>): Promise<string> {
  const id = newId()
  const earlier = await claim(tx, attempt, id)
  if (earlier !== undefined) return earlier
  await make(id)
  return id
}

/** Takes the key for this call, waiting for another that has it and is not over yet. @returns what was made with it before. */
async function claim(tx: Database, { caller, key, request, at }: Attempt, madeId: string): Promise<string | undefined> {
  if (key === undefined) return undefined
  const requestHash = hashOfRequest(request)
  const claimed = await tx
    .insert(doneCalls)
    .values({ caller, key, requestHash, madeId, at })
    .onConflictDoNothing()
    .returning({ caller: doneCalls.caller })
  if (claimed.length > 0) return undefined
  const [earlier] = await tx
    .select()
    .from(doneCalls)
    .where(and(eq(doneCalls.caller, caller), eq(doneCalls.key, key)))
  if (earlier?.requestHash !== requestHash) throw usedForAnother('request')
  return earlier.madeId
}

const keptMs = 24 * 60 * 60 * 1000

/** Forgets the keys of more than a day ago: nobody sends a call again that long after. */
export async function sweepDoneCalls(db: Database, clock: Clock): Promise<void> {
  await db.delete(doneCalls).where(lt(doneCalls.at, new Date(clock.now().getTime() - keptMs)))
}
