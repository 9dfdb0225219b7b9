import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, timestamptz, searchVector, bigintNumber } from '#platform/db/columns.ts'
import type { Minor } from '#shared/money.ts'
import { lowBelow, type PriceBreak } from './rules.ts'
import type { Category, PictureFormat, Specification } from './schema.ts'
import { plainSteps, signs } from './search.ts'

/** The SQL of `plainText`, for generated columns. */
const plainWords = (expression: string): string =>
  plainSteps.reduce(
    (plain, { from, to }) => `regexp_replace(${plain}, '${from}', '${to}', 'g')`,
    `lower(${expression})`,
  )

/** The words of an SQL expression, and how much it counts that they are found there: from A, the most, to D. */
const weighed = (expression: string, weight: 'A' | 'B' | 'C' | 'D'): string =>
  `setweight(to_tsvector('english', ${plainWords(expression)}), '${weight}')`

const searched = [
  weighed("name || ' ' || part_number", 'A'),
  weighed('category', 'B'),
  weighed('description', 'C'),
  weighed("jsonb_path_query_array(specification, '$.rows[*].*')::text", 'D'),
].join(' || ')

/** The SQL of `keyOf`. */
const keyOfColumn = (column: string) => sql.raw(`regexp_replace(lower(${column}), '${signs}', '', 'g')`)
/** A tool's part number and name as they are compared. */
export const partKey = keyOfColumn('part_number')
export const nameKey = keyOfColumn('name')

/** Otherwise what is new waits in a list until it is long, and whoever makes it too long, an order perhaps, clears it. */
const atOnce = { fastupdate: false }

/** Products. A deleted one keeps its row, since orders and the stock ledger point to it. No order touches it. */
export const tools = pgTable(
  'tool',
  {
    id: id(),
    name: text('name').notNull(),
    partNumber: text('part_number').notNull().default(''),
    description: text('description').notNull(),
    category: text('category').$type<Category>().notNull(),
    img: text('img').notNull(),
    specification: jsonb('specification').$type<Specification>().notNull(),
    /** Minor units. */
    price: bigintNumber('price').$type<Minor>().notNull(),
    /** Minor units; `from` rises and the price falls. */
    priceBreaks: jsonb('price_breaks').$type<readonly PriceBreak[]>().notNull().default([]),
    minimumOrderQuantity: integer('minimum_order_quantity').notNull(),
    /** An order is a multiple of it. */
    orderIncrement: integer('order_increment').notNull().default(1),
    /** Counts the editor's changes: of words, price and rules, never of stock. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    deletedAt: timestamptz('deleted_at'),
    /** Every word a tool can be found by, kept by the database. */
    search: searchVector('search').generatedAlwaysAs(sql.raw(searched)),
    /** The few words whose spelling is forgiven. It begins with the name. */
    searchText: text('search_text').generatedAlwaysAs(
      sql.raw(plainWords("name || ' ' || part_number || ' ' || category")),
    ),
  },
  (t) => [
    index('tool_search')
      .using('gin', t.search)
      .with(atOnce)
      .where(sql`${t.deletedAt} is null`),
    index('tool_search_text')
      .using('gin', t.searchText.op('gin_trgm_ops'))
      .with(atOnce)
      .where(sql`${t.deletedAt} is null`),
    // Newest first reads these backwards: drizzle's desc() puts nulls last, an order no query asks for.
    index('tool_newest')
      .on(t.id)
      .where(sql`${t.deletedAt} is null`),
    index('tool_category_newest')
      .on(t.category, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('tool_price')
      .on(t.price, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('tool_name')
      .on(t.name, t.id)
      .where(sql`${t.deletedAt} is null`),
    // Of deleted ones too: whoever asks for one is told so.
    index('tool_part_key').on(partKey),
    index('tool_name_key').on(nameKey),
    index('tool_part_key_near')
      .using('gin', sql`(${partKey}) gin_trgm_ops`)
      .with(atOnce)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('tool_part_number_key')
      .on(t.partNumber)
      .where(sql`${t.partNumber} <> '' and ${t.deletedAt} is null`),
    check('tool_name_length', sql`char_length(${t.name}) between 1 and 20`),
    check('tool_price_positive', sql`${t.price} > 0`),
    check('tool_minimum_positive', sql`${t.minimumOrderQuantity} >= 1`),
    check('tool_increment_positive', sql`${t.orderIncrement} >= 1`),
    check('tool_category_known', sql`${t.category} in ('power-supplies', 'adapters', 'cases', 'cooling')`),
  ],
)

/**
 * How many of each product can be ordered now: what lists show and sort by. Only `inventory` changes it. A row as narrow as
 * this finds room beside its old version, so that an order tells no index (its pages are filled by half, migration 0005).
 */
export const stockLevels = pgTable(
  'stock_level',
  {
    toolId: uuid('tool_id')
      .primaryKey()
      .references(() => tools.id),
    available: integer('available').notNull(),
  },
  (t) => [check('stock_level_not_negative', sql`${t.available} >= 0`)],
)

/** The least that can be ordered of a product, as `leastQuantity` of the rules has it. */
export const smallestOrder = sql`((${tools}.minimum_order_quantity::bigint + ${tools}.order_increment - 1)
  / ${tools}.order_increment * ${tools}.order_increment)`

/** Of a product of which there is less than this, staff are told that it runs low. */
export const enoughStock = sql`${smallestOrder} * ${sql.raw(String(lowBelow))}`

/** Uploaded product pictures, each in several sizes and formats. A row never changes: its hash is that of the upload. */
export const pictureFiles = pgTable(
  'picture_file',
  {
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    format: text('format').$type<PictureFormat>().notNull(),
    content: bytes('content').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.width, t.format] })],
)
