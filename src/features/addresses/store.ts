import { and, desc, eq, ne } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { deliveryAddresses } from './tables.ts'

export type AddressRow = typeof deliveryAddresses.$inferSelect
const { id, userId, isDefault } = deliveryAddresses

/** Somebody's addresses: the default first, then the newest. */
export function addressesOf(db: Database, owner: string): Promise<AddressRow[]> {
  return db.select().from(deliveryAddresses).where(eq(userId, owner)).orderBy(desc(isDefault), desc(id))
}

/** Matches an address only for its owner: to others it does not exist. */
const own = (addressId: string, owner: string) => and(eq(id, addressId), eq(userId, owner))

export async function findAddress(db: Database, addressId: string, owner: string): Promise<AddressRow | undefined> {
  const [row] = await db.select().from(deliveryAddresses).where(own(addressId, owner))
  return row
}

export async function countAddresses(tx: Database, owner: string): Promise<number> {
  return tx.$count(deliveryAddresses, eq(userId, owner))
}

/** Inserts or replaces an address. A new default takes the place of the old one. */
export async function putAddress(tx: Database, row: AddressRow): Promise<void> {
  if (row.isDefault) {
    await tx
      .update(deliveryAddresses)
      .set({ isDefault: false })
      .where(and(eq(userId, row.userId), isDefault, ne(id, row.id)))
  }
  await tx.insert(deliveryAddresses).values(row).onConflictDoUpdate({ target: id, set: row })
}

/** @returns whether it was there. */
export async function deleteAddress(tx: Database, addressId: string, owner: string): Promise<boolean> {
  return (await tx.delete(deliveryAddresses).where(own(addressId, owner)).returning({ id })).length > 0
}

/** Makes the newest address the default when there is no default any more. */
export async function chooseDefault(tx: Database, owner: string): Promise<void> {
  const [first] = await addressesOf(tx, owner)
  if (!first || first.isDefault) return
  await tx.update(deliveryAddresses).set({ isDefault: true }).where(eq(id, first.id))
}
