import type { Auth } from '#features/accounts/auth.ts'
import { ensureAdmin } from '#features/accounts/first-admin.ts'
import { ensureSigningKey } from '#features/accounts/signing-keys.ts'
import type { Catalogue } from '#features/catalogue/service.ts'
import type { Reviews } from '#features/reviews/service.ts'
import type { Engine } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import type { Config } from '../config.ts'
import { keptSecret } from '../config/data-folder.ts'
import { seedDemo } from '../seed/seed.ts'

type Parts = { engine: Engine; clock: Clock; auth: Auth; catalogue: Catalogue; reviews: Reviews; log: Log }

/**
 * What a new shop needs before it can be used: a signing key, an admin and, where it is a demo, products.
 * @returns the admin's password when one was generated just now, to be shown once.
 */
export async function prepareFirstStart(
  { admin: { email, password, passwordFile }, seed = 'demo', currency }: Config,
  { engine, clock, auth, catalogue, reviews, log }: Parts,
): Promise<string | undefined> {
  const { db } = engine
  const keepPassword = (make: () => string) => keptSecret(passwordFile, make)
  let generatedPassword: string | undefined
  // Each step checks whether it was done before: two processes at once would both find that it was not.
  await engine.alone(async () => {
    await ensureSigningKey(db, auth, log)
    generatedPassword = await ensureAdmin(db, auth, { email, password, keepPassword, at: clock.now() })
    if (seed === 'demo') await seedDemo({ db, catalogue, reviews, currency })
  })
  return generatedPassword
}
