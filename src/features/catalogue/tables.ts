import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, timestamptz, searchVector, bigintNumber } from '#platform/db/columns.ts'
import type { Category, PictureFormat, Specification } from './schema.ts'
import { plainSteps } from './search.ts'

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

/** Otherwise what is new waits in a list until it is long, and whoever makes it too long, an order perhaps, clears it. */
const atOnce = { fastupdate: false }

/**
 * Products. A deleted one keeps its row, since orders and the stock ledger point to it. Every order changes the stock in
 * it: the table's pages are filled by half (migration 0002), so that the new version of a row finds room beside the old
 * one and no index has to be told.
 */
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
    price: bigintNumber('price').notNull(),
    minimumOrderQuantity: integer('minimum_order_quantity').notNull(),
    availableQuantity: integer('available_quantity').notNull(),
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
    uniqueIndex('tool_part_number_key')
      .on(t.partNumber)
      .where(sql`${t.partNumber} <> '' and ${t.deletedAt} is null`),
    check('tool_name_length', sql`char_length(${t.name}) between 1 and 20`),
    check('tool_price_positive', sql`${t.price} > 0`),
    check('tool_minimum_positive', sql`${t.minimumOrderQuantity} >= 1`),
    check('tool_stock_not_negative', sql`${t.availableQuantity} >= 0`),
    check('tool_category_known', sql`${t.category} in ('power-supplies', 'adapters', 'cases', 'cooling')`),
  ],
)

export const stockReasons = ['opening', 'correction', 'order', 'cancelled', 'expired', 'refunded'] as const
export type StockReason = (typeof stockReasons)[number]

/** The stock ledger: every change of a tool's stock. The sum of a tool's movements is its stock, always. */
export const stockMovements = pgTable(
  'stock_movement',
  {
    id: id(),
    toolId: uuid('tool_id')
      .notNull()
      .references(() => tools.id),
    /** Negative when stock leaves. */
    quantity: integer('quantity').notNull(),
    reason: text('reason').$type<StockReason>().notNull(),
    /** The order that moved it; no foreign key, since the catalogue knows no orders. */
    orderId: uuid('order_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('stock_movement_tool').on(t.toolId, t.id),
    index('stock_movement_order').on(t.orderId),
    check('stock_movement_not_zero', sql`${t.quantity} <> 0`),
    check(
      'stock_movement_reason_known',
      sql`${t.reason} in ('opening', 'correction', 'order', 'cancelled', 'expired', 'refunded')`,
    ),
  ],
)

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
