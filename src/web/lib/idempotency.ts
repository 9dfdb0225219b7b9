/** Gives calls their Idempotency-Key, so that a call resent after a lost answer takes effect only once. */
export type Attempts = {
  /** The header for a call with this body: the key stays the same until the body changes. */
  headerFor: (body: unknown) => { 'idempotency-key': string }
  /** Call it once the call is answered: the same body then counts as a new call. */
  done: () => void
}

/** For `useState`: the attempts of one form. */
export function createAttempts(): Attempts {
  let last: { body: string; key: string } | undefined
  return {
    headerFor: (body) => {
      const text = JSON.stringify(body)
      if (last?.body !== text) last = { body: text, key: newKey() }
      return { 'idempotency-key': last.key }
    },
    done: () => {
      last = undefined
    },
  }
}

/** A new unique key. */
// crypto.randomUUID is missing on plain http:// addresses of the local network; getRandomValues is not.
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
