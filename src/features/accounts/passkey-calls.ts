import { z } from 'zod'
import { accountMessages } from '#content/account.ts'
import { passkeyMessages } from '#content/passkeys.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import type { Auth } from './auth.ts'
import type { AuthRoute } from './auth-routes.ts'
import type { SignedIn } from './own-session.ts'
import { mostPasskeys } from './passkey-store.ts'
import { requireOwner } from './second-step.ts'
import type { Stored } from './stored.ts'

const Named = z.object({ id: z.string() })
const Proof = z.object({ password: z.string().optional() })

type Parts = { auth: Auth; stored: Stored }
type Call = { signedIn: SignedIn | undefined; body: unknown }

/**
 * Who changes their passkeys, and in which session; undefined for every other call.
 * @throws Failure for a change that is not allowed.
 */
export async function changesOwnPasskeys(
  { auth, stored }: Parts,
  change: AuthRoute['changesPasskeys'],
  { signedIn, body }: Call,
): Promise<TokenSubject | undefined> {
  if (!signedIn || !change) return undefined
  const { id, session } = signedIn
  const passkey = Named.safeParse(body).data?.id
  if (passkey && !(await stored.hasPasskey(id, passkey))) throw new Failure('not-found', passkeyMessages.notYours)
  if (change === 'begin' || change === 'remove') await requirePassword({ auth, stored }, signedIn, body)
  // Checked before the device makes a passkey that would be refused.
  if (change === 'begin' && (await stored.countPasskeys(id)) >= mostPasskeys)
    throw new Failure('conflict', passkeyMessages.tooMany, { extra: { code: 'TOO_MANY_PASSKEYS' } })
  return { id, session }
}

/** The library changes passkeys without asking for the password. @throws Failure 'forbidden', 'bad-request'. */
async function requirePassword({ auth, stored }: Parts, signedIn: SignedIn, body: unknown): Promise<void> {
  const hash = await stored.passwordOf(signedIn.email)
  requireOwner(signedIn, hash !== undefined)
  if (hash === undefined) return
  const { password: typed } = Proof.parse(body)
  const { password } = await auth.$context
  if (typed && (await password.verify({ hash, password: typed }))) return
  const message = accountMessages.wrongCurrentPassword
  const errors = [{ path: 'currentPassword', message }]
  throw new Failure('bad-request', message, { errors, extra: { code: 'INVALID_PASSWORD' } })
}
