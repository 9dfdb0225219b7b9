import { Column, getTableColumns, sql, type GetColumnData, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** A row as one JSON value, and back as Drizzle would have read it. */
export type JsonRow<Row> = { value: SQL<unknown[]>; read(cells: readonly unknown[]): Row }
type Read<Columns extends Record<string, PgColumn>> = { [Name in keyof Columns]: GetColumnData<Columns[Name]> }

/**
 * The rows of a table, each as one JSON value. Cells sent separately are also read, typed and placed separately: for a list
 * that is requested often, one value per row costs a third of that.
 */
export const jsonRow = <T extends PgTable>(table: T): JsonRow<T['$inferSelect']> => jsonColumns(getTableColumns(table))

/** The same for these columns, which may come from several tables. */
export function jsonColumns<Columns extends Record<string, PgColumn>>(chosen: Columns): JsonRow<Read<Columns>> {
  const columns = Object.entries(chosen)
  const names = columns.map(([name]) => name)
  /** All properties in their places, so that every row has the same shape from the start. */
  const blank: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]))
  /** Undefined for most columns: JSON already holds their value. */
  const decoders = columns.map(([, column]) => (isAsRead(column) ? undefined : column))
  return {
    value: sql`json_build_array(${sql.join(
      columns.map(([, column]) => column),
      sql`, `,
    )})`,
    read(cells) {
      const row = { ...blank }
      for (let n = 0; n < names.length; n += 1) {
        const cell = cells[n]
        if (cell === null) continue
        const decoder = decoders[n]
        row[names[n] as string] = decoder ? decoder.mapFromDriverValue(cell) : cell
      }
      return row as Read<Columns>
    },
  }
}

const isAsRead = (column: Column): boolean => column.mapFromDriverValue === Column.prototype.mapFromDriverValue
