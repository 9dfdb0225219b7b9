import { randomUUIDv7 } from 'node:crypto'

let last = ''

/**
 * A UUIDv7 (RFC 9562) that sorts after every one this process made before, also within the same millisecond: so
 * that keys are the order of creation.
 */
export function newId(): string {
  let id: string = randomUUIDv7()
  while (id <= last) id = successor(last) ?? randomUUIDv7()
  last = id
  return id
}

/** The next higher one, by its last 48 random bits; undefined when they are used up. */
function successor(id: string): string | undefined {
  // mutant(number: 1 → 2): any higher one will do
  const next = (Number.parseInt(id.slice(-12), 16) + 1).toString(16).padStart(12, '0')
  // mutant(condition → true): one of 2^48 needs it
  return next.length === 12 ? id.slice(0, -12) + next : undefined
}
