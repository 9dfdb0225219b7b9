import { z } from 'zod'
import { factorMessages } from '#content/factors.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { refusal } from '#platform/http/validate.ts'
import { Failure } from '#shared/errors.ts'
import type { AuthCall, FactorStep } from './auth-call.ts'
import type { AuthRoute } from './auth-routes.ts'
import type { Auth } from './auth.ts'
import type { Device, Devices } from './devices.ts'
import { limitTry } from './limits.ts'
import type { SignedIn } from './own-session.ts'
import { changesOwnPasskeys } from './passkey-calls.ts'
import type { PasswordChange } from './password-change.ts'
import { whyGuessable } from './refused-passwords.ts'
import { requireOwner, requireShownFactor, useOnce, type SecondStep } from './second-step.ts'
import type { SignInRecord } from './sign-in-record.ts'
import type { Stored } from './stored.ts'

const Named = z.object({ email: z.string() })
const Link = z.object({ token: z.string() })
const Code = z.object({ code: z.string() })

export type AuthParts = {
  auth: Auth
  limiter: RateLimiter
  devices: Devices
  storedAccounts: Stored
  signIns: SignInRecord
  staffFactor?: 'required' | undefined
}

/** A request to an open route: from whom, and with the body as the route's schema parsed it. */
export type AuthRequest = {
  path: string
  route: AuthRoute
  headers: Headers
  /** The client's. */
  address: string
  /** Somebody at a second step; undefined on every other route. */
  second: SecondStep | undefined
  signedIn: SignedIn | undefined
  body: Record<string, unknown> | undefined
}

/** What is known about a request once it may be passed to the library, and has to be when its answer is there. */
export type Admitted = {
  call: AuthCall
  /** The account that it is about, where that is known beforehand. */
  email: string | undefined
  /** The browser as that account sees it or, where none is known beforehand, the account of that e-mail. */
  deviceOf: (email: string) => Promise<Device>
  /** Resets the caller's tries at the account, for use after a success. */
  forgive: () => Promise<void>
  /** The account whose password is checked, and the hash it is checked against. */
  checked: { email: string; hash: string | undefined } | undefined
  setter: Setter | undefined
  change: PasswordChange | undefined
}

/**
 * Decides whether a request may be passed to the library. Tries are counted before anything that tells whether a guess was right;
 * what entitles somebody to a change is noted last, so that as little time as possible passes between that and the change.
 * @throws Failure 'too-many', or whatever else forbids it.
 */
export async function admit(parts: AuthParts, request: AuthRequest): Promise<Admitted> {
  const { auth, limiter, storedAccounts: stored, staffFactor } = parts
  const { path, route, address, second, signedIn, body } = request
  const { passkey, email, device, deviceOf } = await accountOf(parts, request)
  // Somebody confirming their own new codes is not guessing.
  const guessed = second?.signedIn ? undefined : email
  const forgive = await limitTry(limiter, { route: path, address, email: guessed, device: device?.known })
  const setter = await setterOf(auth, request)
  await refuseGuessable(body, setter?.email ?? email)
  const checked = route.beginsByPassword && email ? { email, hash: await stored.passwordOf(email) } : undefined
  const change = setter && (await changeOf(stored, setter, signedIn, checked?.hash))
  const isAboutFactors = second ?? route.changesCodes ?? route.changesPasskeys
  if (signedIn && isAboutFactors) await requireShownFactor(stored, signedIn, staffFactor)
  const step = await factorStepOf({ stored, limiter }, request)
  const by = await changesOwnPasskeys({ auth, stored }, route.changesPasskeys, { signedIn, body })
  const isKnownDevice = async (of: string) => (await deviceOf(of)).known !== undefined
  const call = { route: path, isKnownDevice, factor: factorOf(request), step, by, passkey }
  return { call, email, deviceOf, forgive, checked, setter, change }
}

/** Which account a request is about, as far as that is known beforehand, and the browser as that account sees it. */
async function accountOf(
  { devices, storedAccounts: stored }: AuthParts,
  { route, headers, second, signedIn, body }: AuthRequest,
) {
  const passkey = route.signsIn === 'passkey' ? await stored.passkeyIn(body) : undefined
  const named = passkey?.email ?? Named.safeParse(body).data?.email
  const email = signedIn?.email ?? second?.challenge?.email ?? named
  // For the account as it is now: a password that was right no longer is when a mailed link has set another meanwhile.
  const isGuess = route.signsIn === 'password' || second?.challenge !== undefined
  const device = isGuess && email ? await devices.before(email, headers) : undefined
  const deviceOf = async (of: string) => device ?? devices.before(of, headers)
  return { passkey, email, device, deviceOf }
}

const NewPassword = z.union([
  z.object({ name: z.string(), password: z.string() }),
  z.object({ newPassword: z.string() }).transform(({ newPassword: password }) => ({ name: undefined, password })),
])

/** @throws Failure 'unprocessable' when a call sets a password that anybody would guess. */
async function refuseGuessable(body: unknown, email: string | undefined): Promise<void> {
  const { password, name } = NewPassword.safeParse(body).data ?? {}
  const message = password && (await whyGuessable(password, { email, name }))
  if (message) throw refusal('unprocessable', [{ path: name === undefined ? 'newPassword' : 'password', message }])
}

type Setter = { id: string; email: string; twoFactorEnabled?: boolean | null | undefined }

/** Whose password a call sets: that of the signed-in user, or of the user a mailed link was sent to. */
async function setterOf(auth: Auth, { route, signedIn, body }: AuthRequest): Promise<Setter | undefined> {
  if (route.setsPassword === 'own') return signedIn
  if (route.setsPassword !== 'by mail') return undefined
  const { internalAdapter } = await auth.$context
  const { token } = Link.parse(body)
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link ? ((await internalAdapter.findUserById(link.value)) ?? undefined) : undefined
}

/** What entitles somebody to set a password, noted before any work on it begins. */
async function changeOf(
  { beginReset }: Stored,
  { id: userId }: Setter,
  signedIn: SignedIn | undefined,
  from: string | undefined,
): Promise<PasswordChange> {
  const ground = signedIn ? { session: signedIn.session, from } : { reset: await beginReset(userId) }
  return { userId, ground }
}

/** What entitles a call to act on a second factor; undefined for every other call. @throws Failure for one that is not allowed. */
async function factorStepOf(
  { stored, limiter }: Pick<AuthParts, 'limiter'> & { stored: Stored },
  { route, second, signedIn, body }: AuthRequest,
): Promise<FactorStep | undefined> {
  if (second) {
    const step = await stored.beginStep(second)
    const { code } = Code.parse(body)
    if (route.secondStep === 'code') await useOnce(limiter, step.userId, code)
    return step
  }
  if (!signedIn || !route.changesCodes) return undefined
  requireOwner(signedIn, (await stored.passwordOf(signedIn.email)) !== undefined)
  if (route.changesCodes !== 'set up' && !signedIn.hasCodes) throw new Failure('conflict', factorMessages.noCodes)
  return stored.beginStep({ signedIn })
}

/** The second factor of a session that begins, whether anew or in place of the current one. */
function factorOf({ route, second, signedIn }: AuthRequest) {
  if (second) return 'code'
  if (route.signsIn === 'passkey') return 'passkey'
  return route.changesCodes === 'remove' && signedIn?.factor === 'code' ? undefined : signedIn?.factor
}
