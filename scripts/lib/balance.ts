import type { Database } from '#platform/db/database.ts'
import { balanceBooks, bookRules } from '../../src/shop/books.ts'

/** Says whether the books balance, or lists everything that does not. @returns whether they balance. */
export async function sayBalance(db: Database, say: (line: string) => void): Promise<boolean> {
  const imbalances = await balanceBooks(db)
  for (const { rule, found } of imbalances)
    say(`Does not hold: ${rule}\n${found.map((name) => `  ${name}`).join('\n')}`)
  const count = bookRules.length
  say(
    imbalances.length === 0
      ? `The books balance (${count} rules).`
      : `${imbalances.length} of ${count} rules do not hold.`,
  )
  return imbalances.length === 0
}
