import { eq } from 'drizzle-orm'
import { recordedBy } from '#testing/audit.ts'
import { openAuthenticator } from '#testing/authenticator.ts'
import { openTestShop } from '#testing/shop.ts'
import { passkeys, sessions, twoFactors } from './tables.ts'

export type FactorShop = Awaited<ReturnType<typeof openFactorShop>>

/** The real shop, with the queries on accounts that tests of one-time codes and passkeys need. */
export async function openFactorShop() {
  const shop = await openTestShop()
  const { db, config } = shop
  return {
    ...shop,
    sessionsOf: (id: string) => db.select().from(sessions).where(eq(sessions.userId, id)),
    passkeysOf: (id: string) => db.select().from(passkeys).where(eq(passkeys.userId, id)),
    factorOf: async (id: string) => (await db.select().from(twoFactors).where(eq(twoFactors.userId, id)))[0],
    /** Subjects, oldest first. */
    mailsTo: (email: string) => shop.mails.filter(({ to }) => to === email).map(({ subject }) => subject),
    actionsOf: async (work: () => unknown) => (await recordedBy(db, work)).map(({ action }) => action),
    newDevice: () => openAuthenticator(config.publicUrl),
  }
}

/** The status, code and text of a refusal. */
export async function told(answer: Response) {
  const { code, detail } = await answer.json()
  return [answer.status, code, detail]
}
