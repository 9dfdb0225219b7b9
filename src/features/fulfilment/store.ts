import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { parcels } from './tables.ts'

export type ParcelRow = typeof parcels.$inferSelect

export async function insertParcel(tx: Database, row: Omit<ParcelRow, 'deliveredAt'>): Promise<void> {
  await tx.insert(parcels).values(row)
}

/** The parcels of an order, in the order they were sent. */
export function listParcels(tx: Database, orderId: string): Promise<ParcelRow[]> {
  return tx.select().from(parcels).where(eq(parcels.orderId, orderId)).orderBy(asc(parcels.id))
}

export async function setDelivered(tx: Database, orderId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(parcels)
    .set({ deliveredAt: at })
    .where(and(eq(parcels.orderId, orderId), inArray(parcels.id, [...ids])))
}
