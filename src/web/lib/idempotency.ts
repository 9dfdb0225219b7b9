/** Gives calls their Idempotency-Key, so that one which is sent again after a lost answer does nothing twice. */
export type Attempts = {
  /** The header of a call with that body: the same for the same body, a new one as soon as it differs. */
  headerFor: (body: unknown) => { 'idempotency-key': string }
  /** It is answered: the same body again is another call. */
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

/** A key that nobody has yet. */
// crypto.randomUUID is absent on a plain http:// address of the local network; random values are not.
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
