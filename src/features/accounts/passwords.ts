import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createFairLine } from '#platform/db/fair-line.ts'

/** Each takes a thread of Node's pool, which has four, for a tenth of a second: files and names are looked up there too. */
const atOnce = 2

/**
 * The library's way to hash and check passwords, with a line before it: the pool takes what comes first, so that sixty sign-ins
 * of one network would come before everybody else's. In this one the networks take turns.
 */
export function createPasswords() {
  const line = createFairLine(atOnce)
  const inLine =
    <A, T>(work: (given: A) => Promise<T>) =>
    async (given: A): Promise<T> => {
      const leave = await line.enter()
      try {
        return await work(given)
      } finally {
        leave()
      }
    }
  return { hash: inLine(hashPassword), verify: inLine(verifyPassword) }
}
