import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { hasFactor } from '#features/accounts/store.ts'
import { users } from '#features/accounts/tables.ts'
import type { Database } from '#platform/db/database.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { noticeTopics, type NoticeTopic, type StaffNotices } from './schema.ts'
import { staffNotices } from './tables.ts'

export type NoticeRow = typeof staffNotices.$inferSelect

export async function findNotices(db: Database, userId: string): Promise<NoticeRow | undefined> {
  const [row] = await db.select().from(staffNotices).where(eq(staffNotices.userId, userId))
  return row
}

/** Saves somebody's choices. Topics whose mode is unchanged continue from where they were. */
export async function putNotices(
  tx: Database,
  userId: string,
  chosen: StaffNotices,
  before: NoticeRow | undefined,
  at: Date,
): Promise<void> {
  const until = (topic: NoticeTopic) => (before?.[topic] === chosen[topic] ? before[`${topic}Until`] : at)
  const row = {
    ...chosen,
    ordersUntil: until('orders'),
    quotesUntil: until('quotes'),
    stockUntil: until('stock'),
    failuresUntil: until('failures'),
  }
  await tx
    .insert(staffNotices)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: staffNotices.userId, set: row })
}

/** All staff who want to be told of something, with their address. @param staffFactor whether they need a second factor. */
export function listTold(
  db: Database,
  staffFactor: TokenSubject['staffFactor'] | undefined,
): Promise<{ notices: NoticeRow; email: string; name: string }[]> {
  return db
    .select({ notices: staffNotices, email: users.email, name: users.name })
    .from(staffNotices)
    .innerJoin(users, eq(users.id, staffNotices.userId))
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(users.removedAt),
        staffFactor && hasFactor,
        or(...noticeTopics.map((topic) => ne(staffNotices[topic], 'off'))),
      ),
    )
}

/** Records that somebody has been told up to `to`. @returns false when another process did it first. */
export async function advance(tx: Database, row: NoticeRow, topic: NoticeTopic, to: Date): Promise<boolean> {
  const until = `${topic}Until` as const
  const rows = await tx
    .update(staffNotices)
    .set({ [until]: to })
    .where(and(eq(staffNotices.userId, row.userId), eq(staffNotices[until], row[until])))
    .returning({ userId: staffNotices.userId })
  return rows.length > 0
}
