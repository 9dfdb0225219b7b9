import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Adapter, AdapterFactory } from 'oidc-provider'
import type { Database } from '#platform/db/database.ts'
import { sandboxSignIns as rows } from './tables.ts'

const standing = or(isNull(rows.expiresAt), gt(rows.expiresAt, sql`now()`))

/** The storage for the issuer's (oidc-provider) objects; `name` is the model's. */
export function createAdapters(db: Database): AdapterFactory {
  return (name) => createAdapter(db, (id) => `${name}:${id}`)
}

function createAdapter(db: Database, keyOf: (id: string) => string): Adapter {
  const destroy = async (id: string) => {
    await db.delete(rows).where(eq(rows.id, keyOf(id)))
  }
  return {
    async upsert(id, data, expiresIn) {
      const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null
      const values = { data, uid: data.uid ?? null, grantId: data.grantId ?? null, expiresAt }
      await db
        .insert(rows)
        .values({ id: keyOf(id), ...values })
        .onConflictDoUpdate({ target: rows.id, set: values })
    },
    async find(id) {
      const [row] = await db
        .select()
        .from(rows)
        .where(and(eq(rows.id, keyOf(id)), standing))
      return row?.data
    },
    async findByUid(uid) {
      const [row] = await db
        .select()
        .from(rows)
        .where(and(eq(rows.uid, uid), standing))
      return row?.data
    },
    // The device flow is not part of this sandbox.
    findByUserCode: async () => undefined,
    async consume(id) {
      const consumed = sql`${rows.data} || jsonb_build_object('consumed', floor(extract(epoch from now())))`
      await db
        .update(rows)
        .set({ data: consumed })
        .where(eq(rows.id, keyOf(id)))
    },
    destroy,
    async revokeByGrantId(grantId) {
      await db.delete(rows).where(eq(rows.grantId, grantId))
    },
  }
}

/** Deletes expired rows. */
export async function sweepSignIns(db: Database): Promise<void> {
  await db.delete(rows).where(lt(rows.expiresAt, sql`now()`))
}
