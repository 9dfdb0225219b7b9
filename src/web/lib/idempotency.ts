/** Gives calls their Idempotency-Key, so that a call resent after a lost answer takes effect only once. */
export type Attempts = {
  /** The header for a call that says this: the key stays the same until that changes. Include what a form is about if it can change. */
  headerFor: (said: unknown) => { 'idempotency-key': string }
  /** To be called once the call is answered: saying the same then counts as a new call. */
  done: () => void
}

/** For `useState`: the attempts of one form. */
export function createAttempts(): Attempts {
  let last: { text: string; key: string } | undefined
  return {
    headerFor: (said) => {
      const text = JSON.stringify(said)
      if (last?.text !== text) last = { text, key: newKey() }
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
