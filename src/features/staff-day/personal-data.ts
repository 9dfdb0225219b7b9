import { erasedName, type Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { blankPerson } from '#platform/mail/store.ts'
import { staffNotices } from './tables.ts'

/**
 * Removes the person from the notices that staff got of what they ordered, asked and wrote. A notice that is being written right now
 * has its row locked, so it is there by then; one that is written later finds orders without the person, and no quotes.
 *
 * Also by an e-mail that the person has not verified: all that can be lost is a line of old news about somebody else's request.
 */
export async function eraseFromNotices(tx: Database, { id, email }: Person): Promise<void> {
  await tx.select({ id: staffNotices.userId }).from(staffNotices).orderBy(staffNotices.userId).for('share')
  await blankPerson(tx, [id, email], erasedName)
}
