import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { isStorable } from '#shared/text.ts'
import { SandboxObject } from './objects.ts'
import { sandboxObjects } from './tables.ts'

/** Which objects of a kind a list shows: created since (Unix seconds), of this payment, of these types. */
export type ListFilter = {
  since?: number | undefined
  paymentIntent?: string | undefined
  types?: readonly string[] | undefined
}

/** What a change writes, including the changed object itself, and what it returns to its caller. */
export type Change<T> = { write: SandboxObject[]; result: T }

/** Stores the sandbox's objects, so that every process on the database sees the same payments. */
export type SandboxStore = {
  get(id: string): Promise<SandboxObject | undefined>
  /** Newest first; `after` is the id of the last one already seen. */
  list(
    kind: SandboxObject['object'],
    page: { limit: number; after?: string | undefined },
    filter?: ListFilter,
  ): Promise<SandboxObject[]>
  /** @returns false when the id is taken. */
  insert(object: SandboxObject): Promise<boolean>
  /**
   * Reads one object, locks it, and writes what `change` returns, all or nothing; if `change` throws, everything is rolled back.
   * @param withId another object, locked after the first one, for changes to both.
   * @returns undefined when there is no such object.
   */
  update<T>(
    id: string,
    change: (current: SandboxObject, other: SandboxObject | undefined) => Change<T>,
    withId?: string,
  ): Promise<T | undefined>
  remove(id: string): Promise<void>
}

/** The store on the shop's own database. */
export function createSandboxStore(db: Database): SandboxStore {
  return {
    async get(id) {
      if (!isStorable(id)) return undefined
      const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
      return row && SandboxObject.parse(row.data)
    },
    async list(kind, { limit, after }, { since, paymentIntent, types } = {}) {
      const { createdAt, id, data } = sandboxObjects
      const older = sql`(${createdAt}, ${id}) < (select created_at, id from ${sandboxObjects} where id = ${after})`
      const rows = await db
        .select()
        .from(sandboxObjects)
        .where(
          and(
            eq(sandboxObjects.kind, kind),
            after === undefined ? undefined : older,
            since === undefined ? undefined : sql`(${data} ->> 'created')::bigint >= ${since}`,
            paymentIntent === undefined ? undefined : sql`${data} ->> 'payment_intent' = ${paymentIntent}`,
            types === undefined ? undefined : inArray(sql`${data} ->> 'type'`, [...types]),
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit)
      return rows.map((row) => SandboxObject.parse(row.data))
    },
    async insert(object) {
      const rows = await db
        .insert(sandboxObjects)
        .values(rowOf(object))
        .onConflictDoNothing()
        .returning({ id: sandboxObjects.id })
      return rows.length > 0
    },
    async update(id, change, withId) {
      if (!isStorable(id)) return undefined
      return inTransaction(db, async (tx) => {
        const lock = async (wanted: string) => {
          const [row] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, wanted)).for('update')
          return row && SandboxObject.parse(row.data)
        }
        const current = await lock(id)
        if (!current) return undefined
        const { write, result } = change(current, withId === undefined ? undefined : await lock(withId))
        if (write.length > 0) {
          await tx
            .insert(sandboxObjects)
            .values(write.map(rowOf))
            .onConflictDoUpdate({ target: sandboxObjects.id, set: { data: sql`excluded.data` } })
        }
        return result
      })
    },
    async remove(id) {
      await db.delete(sandboxObjects).where(eq(sandboxObjects.id, id))
    },
  }
}

function rowOf(object: SandboxObject) {
  return { id: object.id, kind: object.object, data: object }
}
