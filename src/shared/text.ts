/** What to say to somebody whose text cannot be kept. */
export const unstorable = 'A text has a character that cannot be kept: U+0000, or half of one.'

/**
 * Whether the database can keep every text in a value: PostgreSQL has no U+0000, and UTF-8 no half of a surrogate pair.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member))
}
