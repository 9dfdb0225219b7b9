import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { findSecretInUse } from './factor-store.ts'
import { countPasskeys, findPasskey, hasPasskey } from './passkey-store.ts'
import { beginReset } from './resets.ts'
import { beginStep, type SecondStep } from './second-step.ts'
import { findPasswordHash, findSettledPasswordHash, isGoogleConnected } from './store.ts'

export type Stored = ReturnType<typeof createStored>

const Shown = z.object({ response: z.object({ id: z.string() }) })

/** What the sign-in routes read and write of accounts themselves, without the library; read afresh each time. */
export const createStored = (db: Database) => ({
  passwordOf: (email: string) => findPasswordHash(db, email),
  secretOf: (email: string) => findSecretInUse(db, email),
  settledPasswordOf: (email: string) => findSettledPasswordHash(db, email),
  beginReset: (userId: string) => beginReset(db, userId),
  beginStep: (step: SecondStep) => beginStep(db, step),
  isConnected: (userId: string, subject: string) => isGoogleConnected(db, userId, subject),
  countPasskeys: (userId: string) => countPasskeys(db, userId),
  hasPasskey: (userId: string, id: string) => hasPasskey(db, userId, id),
  /** The passkey that a request body presents. */
  passkeyIn: (body: unknown) => findPasskey(db, Shown.parse(body).response.id),
})
