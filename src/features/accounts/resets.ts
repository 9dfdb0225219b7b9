import { inTransaction, type Database } from '#platform/db/database.ts'
import { lockUser } from './store.ts'
import { noteUnderWay } from './under-way.ts'

/**
 * Records that a mailed link is about to be used: the library deletes the link first and sets the password a while later, and in
 * between there is no link that could be ended.
 * @returns the id for `takeUnderWay`.
 */
export function beginReset(db: Database, userId: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    return noteUnderWay(tx, userId)
  })
}
