import { ilike, or, type AnyColumn, type SQL } from 'drizzle-orm'
import { withAsciiDigits } from '#shared/text.ts'

/** Matches rows in which one of the columns contains the words literally; every row when there are no words. */
export function containing(words: string | undefined, columns: AnyColumn[]): SQL | undefined {
  if (!words) return undefined
  return likeAny(columns, words, (literal) => `%${literal}%`)
}

/** The same, where one of the columns begins with them. */
export const startingWith = (words: string, columns: AnyColumn[]): SQL | undefined =>
  likeAny(columns, words, (literal) => `${literal}%`)

const asTheyStand = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Bangla digits also match ASCII digits, which numbers and e-mail addresses have. */
function likeAny(columns: AnyColumn[], words: string, patternOf: (literal: string) => string): SQL | undefined {
  const spellings = [...new Set([words, withAsciiDigits(words)])]
  return or(...spellings.flatMap((each) => columns.map((column) => ilike(column, patternOf(asTheyStand(each))))))
}
