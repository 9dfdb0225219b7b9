import { ilike, or, type AnyColumn, type SQL } from 'drizzle-orm'

/** Matches rows in which one of the columns contains the words literally; every row when there are no words. */
export function containing(words: string | undefined, columns: AnyColumn[]): SQL | undefined {
  if (!words) return undefined
  return likeAny(columns, `%${asTheyStand(words)}%`)
}

/** The same, where one of the columns begins with them. */
export const startingWith = (words: string, columns: AnyColumn[]): SQL | undefined =>
  likeAny(columns, `${asTheyStand(words)}%`)

const asTheyStand = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`)

const likeAny = (columns: AnyColumn[], pattern: string): SQL | undefined =>
  or(...columns.map((column) => ilike(column, pattern)))
