import { ilike, or, type AnyColumn, type SQL } from 'drizzle-orm'
import { withAsciiDigits } from '#shared/text.ts'

/**
 * Matches rows in which one of the columns contains the words literally; every row when there are no words. Bangla digits also
 * match ASCII digits, which numbers and e-mail addresses have.
 */
export function containing(words: string | undefined, columns: AnyColumn[]): SQL | undefined {
  if (!words) return undefined
  return or(...[...new Set([words, withAsciiDigits(words)])].map((each) => likeAny(columns, `%${asTheyStand(each)}%`)))
}

/** The same, where one of the columns begins with them. */
export const startingWith = (words: string, columns: AnyColumn[]): SQL | undefined =>
  likeAny(columns, `${asTheyStand(words)}%`)

const asTheyStand = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`)

const likeAny = (columns: AnyColumn[], pattern: string): SQL | undefined =>
  or(...columns.map((column) => ilike(column, pattern)))
