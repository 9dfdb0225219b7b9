import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createFairLine } from '#platform/db/fair-line.ts'

/** The library's own: scrypt, which takes a tenth of a second of a core, and 32 MB. */
const slowHashing = { hash: hashPassword, verify: verifyPassword }
export type PasswordHashing = typeof slowHashing

/** Each takes a thread of Node's pool, which has four, for a tenth of a second: files and names are looked up there too. */
const atOnce = 2

/**
 * How passwords are hashed and checked, with a line before it: the pool takes what comes first, so that sixty sign-ins of one
 * network would come before everybody else's. In this one the networks take turns.
 * @param hashing only tests have another.
 */
export function createPasswords({ hash, verify }: PasswordHashing = slowHashing): PasswordHashing {
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
  return { hash: inLine(hash), verify: inLine(verify) }
}
