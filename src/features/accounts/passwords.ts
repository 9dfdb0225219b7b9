import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createFairLine } from '#platform/db/fair-line.ts'

/** The library's own: scrypt, which takes a tenth of a second of a core, and 32 MB. */
const slowHashing = { hash: hashPassword, verify: verifyPassword }
export type PasswordHashing = typeof slowHashing

/** Each takes one of the four threads of Node's pool for a tenth of a second: file access and DNS lookups use that pool too. */
const atOnce = 2

/**
 * Hashes and checks passwords, with a queue in front: the pool works first come, first served, so that sixty sign-ins from one
 * network would hold up everybody else's. In this queue the networks take turns.
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
