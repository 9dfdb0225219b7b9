import { isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isUnavailable, retryConflicts } from '../db/conflict.ts'

/** How often something is tried: with the pauses between, for half a day, as mail is. */
export const mostTries = 20
const longestPauseMinutes = 60

/** Columns of what is to be done: how often it failed, and until when it is not tried again. */
type Tried = { tellTries: AnyPgColumn; tellAfter: AnyPgColumn }

/** What may be tried at that time. */
export const mayTry = ({ tellAfter }: Tried, at: Date): SQL | undefined => or(isNull(tellAfter), lte(tellAfter, at))

/** What a failed try changes: the next is a minute later, and each pause is twice the one before. */
export const afterTry = ({ tellTries }: Tried, at: Date): { tellTries: SQL; tellAfter: SQL } => ({
  tellTries: sql`${tellTries} + 1`,
  tellAfter: sql`${at.toISOString()}::timestamptz
    + least(power(2, ${tellTries}), ${longestPauseMinutes}::int) * interval '1 minute'`,
})

type Work = {
  /** How many are done at once. */
  batch: number
  /** Does up to so many in one transaction, or only the one with that id. @returns how many there were. */
  perform: (most: number, only?: string) => Promise<number>
  /** The ids of what may be tried now. */
  list: (most: number) => Promise<string[]>
  /** Notes that one failed. @returns how often it was tried; undefined if it is no longer there. */
  putOff: (id: string) => Promise<number | undefined>
  /** Called for the first failure of one, and for its last. */
  onFailed: (id: string, error: unknown, isLast: boolean) => void
}

/**
 * Does all there is to do, a batch at a time. Of a batch that fails, each is done alone, and those that fail then are put off: they
 * hold up no others, in this run or in the next.
 * @throws when the database could not be reached or had no time, which counts as nobody's failure.
 */
export async function workThrough({ batch, perform, list, putOff, onFailed }: Work): Promise<void> {
  async function doAlone(id: string): Promise<void> {
    try {
      await retryConflicts(() => perform(1, id))
    } catch (error) {
      if (isUnavailable(error)) throw error
      const tries = await putOff(id)
      if (tries === 1 || tries === mostTries) onFailed(id, error, tries === mostTries)
    }
  }

  async function doSome(): Promise<number> {
    try {
      return await perform(batch)
    } catch (error) {
      if (isUnavailable(error)) throw error
    }
    const ids = await list(batch)
    for (const id of ids) await doAlone(id)
    return ids.length
  }

  while ((await doSome()) === batch);
}
