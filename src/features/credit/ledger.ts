import { eq, sql, type SQL } from 'drizzle-orm'
import { site } from '#content/site.ts'
import type { Database } from '#platform/db/database.ts'
import { dayOf, endOfDay } from '#shared/days.ts'
import type { Minor } from '#shared/money.ts'
import { creditAccounts, creditEntries } from './tables.ts'

/**
 * Credit accounts, for the transactions that change them. Locks are taken in one order: first the account, then the orders
 * on it.
 */

export type CreditAccount = typeof creditAccounts.$inferSelect
export type CreditEntry = typeof creditEntries.$inferSelect
/** `dueAt`: the end of the day by which an order placed now is to be paid, in the shop's own time zone; null without terms. */
export type CreditStanding = CreditAccount & { dueAt: Date | null }

const accountOf = (db: Database, userId: string) =>
  db.select().from(creditAccounts).where(eq(creditAccounts.userId, userId))

const at = (now: Date, [account]: CreditAccount[]): CreditStanding | undefined => {
  if (!account) return undefined
  const { netDays } = account
  const dueAt = netDays === null ? null : endOfDay(dayOf(now, site.timeZone, -netDays), site.timeZone)
  return { ...account, dueAt }
}

export const findCredit = async (db: Database, userId: string, now: Date): Promise<CreditStanding | undefined> =>
  at(now, await accountOf(db, userId))

/** The same, locked until the transaction ends. */
export const lockCredit = async (tx: Database, userId: string, now: Date): Promise<CreditStanding | undefined> =>
  at(now, await accountOf(tx, userId).for('update'))

/** Locks the account whose owner this subquery finds, if it finds one; to be called before an order is locked. */
export const lockCreditOf = (tx: Database, owner: SQL) =>
  tx
    .select({ userId: creditAccounts.userId })
    .from(creditAccounts)
    .where(sql`${creditAccounts.userId} = (${owner})`)
    .for('update')

type NewEntry = Omit<typeof creditEntries.$inferInsert, 'id' | 'userId'>

/** Adds an entry to a locked account. @param change to what is owed and to its credit, in minor units. */
export async function enter(
  tx: Database,
  userId: string,
  entry: NewEntry,
  change: { owed: number; credit: number },
): Promise<void> {
  await tx.insert(creditEntries).values({ ...entry, userId })
  await moveCredit(tx, userId, change)
}

/** Moves money between an account's credit and its orders. It takes no entry, as the balance of the two stays the same. */
export async function moveCredit(
  tx: Database,
  userId: string,
  { owed, credit }: { owed: number; credit: number },
): Promise<void> {
  await tx
    .update(creditAccounts)
    .set({
      owed: sql`${creditAccounts.owed} + ${owed}::bigint`,
      credit: sql`${creditAccounts.credit} + ${credit}::bigint`,
    })
    .where(eq(creditAccounts.userId, userId))
}

/** The entry that was made before with an Idempotency-Key, if any. */
export async function findEntry(tx: Database, userId: string, key: string): Promise<CreditEntry | undefined> {
  const [row] = await tx
    .select()
    .from(creditEntries)
    .where(sql`${creditEntries.userId} = ${userId} and ${creditEntries.idempotencyKey} = ${key}`)
  return row
}

/** Whether money with this reference, amount and day was entered already. */
export async function hasReceived(
  tx: Database,
  userId: string,
  { label, amount, receivedAt }: { label: string; amount: Minor; receivedAt: Date },
): Promise<boolean> {
  const same = sql`${creditEntries.userId} = ${userId} and ${creditEntries.label} = ${label}
    and ${creditEntries.amount} = ${amount} and ${creditEntries.receivedAt} = ${receivedAt.toISOString()}::timestamptz`
  return (await tx.$count(creditEntries, same)) > 0
}

export async function putTerms(
  tx: Database,
  row: { userId: string; netDays: number | null; creditLimit: Minor; currency: string; changedAt: Date },
): Promise<void> {
  const { userId: _user, currency: _currency, ...terms } = row
  await tx.insert(creditAccounts).values(row).onConflictDoUpdate({ target: creditAccounts.userId, set: terms })
}
