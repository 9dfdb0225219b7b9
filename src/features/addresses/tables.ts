import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/tables.ts'
import { id } from '#platform/db/columns.ts'

/** Where an account has its orders sent. Orders keep their own copy of the text: a change here affects none of them. */
export const deliveryAddresses = pgTable(
  'delivery_address',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text('country').notNull(),
    street: text('street').notNull(),
    area: text('area').notNull(),
    city: text('city').notNull(),
    region: text('region').notNull(),
    postcode: text('postcode').notNull(),
    isDefault: boolean('is_default').notNull(),
  },
  (t) => [
    index('delivery_address_user').on(t.userId, t.id),
    uniqueIndex('delivery_address_default')
      .on(t.userId)
      .where(sql`${t.isDefault}`),
  ],
)
