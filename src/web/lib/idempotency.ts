/**
 * Gives each attempt its Idempotency-Key: the same key for the same body, so that sending it again after a lost answer
 * does nothing twice, and a new one as soon as the body differs.
 */
export function createAttempts(): (body: unknown) => string {
  let last: { body: string; key: string } | undefined
  return (body) => {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: newKey() }
    return last.key
  }
}

/** A key that nobody has yet. */
// crypto.randomUUID is absent on a plain http:// address of the local network; random values are not.
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
