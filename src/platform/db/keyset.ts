import { asc, desc, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'
import { Failure } from '#shared/errors.ts'
import type { PageQuery } from '#shared/list.ts'

/** An order of a list in which every row has its own place, so that the next page starts exactly where this one ends. */
export type SortOrder<Row> = {
  by: SQL[]
  positionOf(row: Row): Position
  /** The rows after a position. @throws Failure 'bad-request' for a position of another order. */
  after(position: Position): SQL
}

/** How each direction sorts, and how it compares with the rows that come after. */
const directions = {
  asc: { sort: asc, beyond: sql.raw('>') },
  desc: { sort: desc, beyond: sql.raw('<') },
}
type Direction = keyof typeof directions
type Identified = { id: string }

/** By id, that is by creation time: ids are UUIDv7. */
export function byId<Row extends Identified>(id: SQLWrapper, direction: Direction): SortOrder<Row> {
  const { sort, beyond } = directions[direction]
  return {
    by: [sort(id)],
    positionOf: (row) => ({ key: '', id: row.id }),
    after: (position) => sql`${id} ${beyond} ${position.id}::uuid`,
  }
}

/** Whether a text can be a column's value, by the column's type. */
const fits = {
  bigint: (key: string) => /^\d{1,15}$/.test(key),
  text: () => true,
  timestamptz: (key: string) => /^(?!0000)\d{4}-/.test(key) && isTime(key),
}

const isTime = (key: string): boolean => {
  const time = new Date(key)
  return !Number.isNaN(time.getTime()) && time.toISOString() === key
}

type Column<Row> = {
  column: SQLWrapper
  id: SQLWrapper
  /** The column's value in a row. */
  key: (row: Row) => string | number
  type: keyof typeof fits
}

/** By a column, and by id among equals. */
export function byColumn<Row extends Identified>(
  { column, id, key, type }: Column<Row>,
  direction: Direction,
): SortOrder<Row> {
  const { sort, beyond } = directions[direction]
  return {
    by: [sort(column), sort(id)],
    positionOf: (row) => ({ key: String(key(row)), id: row.id }),
    after(position) {
      if (!fits[type](position.key)) {
        throw new Failure('bad-request', 'This cursor belongs to a different sort: start again without it.')
      }
      return sql`(${column}, ${id}) ${beyond} (${position.key}::${sql.raw(type)}, ${position.id}::uuid)`
    },
  }
}

type Reading = { by: SQL[]; after: SQL | undefined; limit: number | undefined }

/**
 * Reads the page of a list that `query` asks for: `read` gets one row more than is shown, which tells whether there is
 * a next page.
 * @param fitting how many of the rows fit on a page, when they vary in size; at least one.
 * @throws Failure 'bad-request' for a cursor of another list.
 */
export async function readPage<Row>(
  order: SortOrder<Row>,
  { limit, cursor }: PageQuery,
  read: (reading: Reading) => Promise<Row[]>,
  fitting: (rows: readonly Row[]) => number = (rows) => rows.length,
): Promise<{ rows: Row[]; nextCursor: string | undefined }> {
  const after = cursor ? order.after(decodeCursor(cursor)) : undefined
  const found = await read({ by: order.by, after, limit: limit && limit + 1 })
  const rows = found.slice(0, Math.min(limit ?? found.length, fitting(found)))
  const last = rows.at(-1)
  // mutant(logic → found.length > rows.length): where there are more, there is a last
  return { rows, nextCursor: last && found.length > rows.length ? encodeCursor(order.positionOf(last)) : undefined }
}
