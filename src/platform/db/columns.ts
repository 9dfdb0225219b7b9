import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#platform/ids.ts'

/** A UUIDv7 primary key made by the shop, since PostgreSQL before 18 has no such function. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId)

/** A moment in UTC. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** bigint as a JavaScript number: safe for minor units and counts up to 2^53. */
export const bigintNumber = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: Number,
})

/** The words of a text as PostgreSQL's full-text search keeps them. Never read. */
export const searchVector = customType<{ data: never }>({ dataType: () => 'tsvector' })

/** A file's content. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
