import { randomUUIDv7 } from 'node:crypto'

let last = ''

/**
 * A UUIDv7 (RFC 9562) that sorts after every one this process made before, even within the same millisecond, so
 * that keys follow the order of creation.
 */
export function newId(): string {
  let id: string = randomUUIDv7()
  // mutant(comparison → id < last): two are never the same
  while (id <= last) id = successor(last) ?? randomUUIDv7()
  last = id
  return id
}

/** The next higher one, by its last 48 random bits; undefined when they are used up. */
function successor(id: string): string | undefined {
  const [head, tail] = [id.slice(0, -12), id.slice(-12)]
  // mutant(number: 1 → 2): any higher one will do
  const next = (Number(`0x${tail}`) + 1).toString(16).padStart(12, '0')
  // mutant(condition, number): one in 2^48 needs it, and drawing until one is higher only takes longer
  return next.length === 12 ? head + next : undefined
}
