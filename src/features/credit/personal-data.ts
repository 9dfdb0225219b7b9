import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { minor, toMajor } from '#shared/money.ts'
import { creditAccounts, creditEntries } from './tables.ts'

/** The ledger entries of a person's account. */
export async function* readCreditEntries(db: Database, { id: userId }: Person) {
  const [account] = await db.select().from(creditAccounts).where(eq(creditAccounts.userId, userId))
  if (!account) return
  const rows = readAll((after, limit) =>
    db
      .select()
      .from(creditEntries)
      .where(and(eq(creditEntries.userId, userId), gt(creditEntries.id, after)))
      .orderBy(asc(creditEntries.id))
      .limit(limit),
  )
  for await (const { kind, label, amount, at } of rows) {
    yield { kind, label, amount: toMajor(amount, account.currency), at: at.toISOString() }
  }
}

/** Whether the shop holds money of the person's that no order has used. */
export async function hasCredit(db: Database, { id }: Person): Promise<boolean> {
  return (await db.$count(creditAccounts, and(eq(creditAccounts.userId, id), gt(creditAccounts.credit, minor(0))))) > 0
}

/** Keeps the books, but empties the labels of payments, as the bank's reference can name the person. */
export async function eraseFromCredit(tx: Database, { id }: Person): Promise<void> {
  await tx.update(creditAccounts).set({ netDays: null }).where(eq(creditAccounts.userId, id))
  const isPayment = and(eq(creditEntries.userId, id), inArray(creditEntries.kind, ['payment', 'paid-out']))
  await tx.update(creditEntries).set({ label: '', idempotencyKey: null, requestHash: null }).where(isPayment)
}
