import { ilike, or, type AnyColumn, type SQL } from 'drizzle-orm'

/** Rows in which one of the columns contains the words as they stand; every row without words. */
export function containing(words: string | undefined, columns: AnyColumn[]): SQL | undefined {
  if (!words) return undefined
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}
