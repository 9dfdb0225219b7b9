import { randomBytes } from 'node:crypto'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { recordRole } from './audited.ts'
import type { Auth } from './auth.ts'
import { whyGuessable } from './refused-passwords.ts'
import { countAdmins, findUserByEmail, insertUserWithPassword, setRole } from './store.ts'

export type FirstAdmin = {
  email: string
  password: string | undefined
  keepPassword: (make: () => string) => string
  at: Date
}

/**
 * Makes the first admin when there is none.
 * @throws Error for a password that anybody would guess.
 * @returns the password when one was generated just now, to be shown once.
 */
export async function ensureAdmin(db: Database, auth: Auth, admin: FirstAdmin): Promise<string | undefined> {
  if ((await countAdmins(db)) > 0) return undefined
  let generated: string | undefined
  if (!(await findUserByEmail(db, admin.email))) {
    const password = admin.password ?? (generated = admin.keepPassword(() => randomBytes(12).toString('base64url')))
    await createWithPassword(db, auth, admin.email, password)
  }
  await promote(db, admin.email, admin.at)
  return generated
}

/**
 * Makes an account an admin on the shop operator's behalf, without naming an actor.
 * @returns whether there is such an account that was not removed.
 */
export function promote(db: Database, email: string, at: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user || !(await setRole(tx, email, 'admin'))) return false
    await recordRole(tx, { at, actor: null }, user, 'admin')
    return true
  })
}

async function createWithPassword(db: Database, auth: Auth, email: string, password: string): Promise<void> {
  const wrong = await whyGuessable(password, { email })
  if (wrong) throw new Error(`ADMIN_PASSWORD is wrong: ${wrong}`)
  const { password: hasher } = await auth.$context
  const hash = await hasher.hash(password)
  await inTransaction(db, (tx) => insertUserWithPassword(tx, { email, name: 'Admin', emailVerified: true }, hash))
}
