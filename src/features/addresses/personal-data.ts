import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { postalText } from './rules.ts'
import { deliveryAddresses } from './tables.ts'

/** Somebody's addresses, as they stand on an envelope. */
export async function* readAddresses(db: Database, { id: userId }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select()
      .from(deliveryAddresses)
      .where(and(eq(deliveryAddresses.userId, userId), gt(deliveryAddresses.id, after)))
      .orderBy(asc(deliveryAddresses.id))
      .limit(limit),
  )
  for await (const row of rows) yield { address: postalText(row), phone: row.phone }
}

export async function eraseAddresses(tx: Database, { id }: Person): Promise<void> {
  await tx.delete(deliveryAddresses).where(eq(deliveryAddresses.userId, id))
}
