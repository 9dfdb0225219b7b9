import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import { accountMessages } from '#content/account.ts'
import { factorMessages } from '#content/factors.ts'
import { messages } from '#content/messages.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { problem } from '#platform/http/problem.ts'
import { fieldErrors, refusal } from '#platform/http/validate.ts'
import { Failure } from '#shared/errors.ts'
import { isStorable, unstorable } from '#shared/text.ts'
import { authRoutes, type AuthRoute } from './auth-routes.ts'
import { duringCall, type AuthCall, type FactorStep } from './auth-call.ts'
import { asProblem, problemCode } from './auth-problems.ts'
import { clientAddressHeader, type Auth } from './auth.ts'
import type { Devices } from './devices.ts'
import { comeBack } from './google-return.ts'
import { forgetDevices, limitTry, signIn } from './limits.ts'
import { begun, endBegun, endOwn, signedInUser, type SignedIn } from './own-session.ts'
import { changesOwnPasskeys, changesPasskeys, passkeySignIn } from './passkey-calls.ts'
import { changingPassword, type PasswordChange } from './password-change.ts'
import { whyGuessable } from './refused-passwords.ts'
import {
  challengeIn,
  endChallenge,
  requireOwner,
  requireShownFactor,
  secondStepOf,
  secondSteps,
  useOnce,
  verifyCode,
  type SecondStep,
} from './second-step.ts'
import type { SignInRecord } from './sign-in-record.ts'
import type { Stored } from './stored.ts'

const Named = z.object({ email: z.string() })
const Link = z.object({ token: z.string() })
const Code = z.object({ code: z.string() })

type Env = { Variables: { clientAddress: string } }
type Parts = {
  auth: Auth
  limiter: RateLimiter
  devices: Devices
  storedAccounts: Stored
  signIns: SignInRecord
  staffFactor?: 'required' | undefined
}

/** Better Auth's open routes under /auth, with the shop's checks, limits and problem documents. */
export function createAuthApi({ auth, limiter, devices, storedAccounts: stored, signIns, staffFactor }: Parts) {
  return new Hono<Env>().all('/auth/*', async (c) => {
    const path = c.req.path.slice(c.req.path.indexOf('/auth/') + '/auth'.length)
    const route = authRoutes[path]
    if (route?.method !== c.req.method) return problem(404, 'There is nothing at this address.')
    const earliest = route.atLeastMs && pause(route.atLeastMs)
    const second = secondSteps.has(path) ? await secondStepOf(auth, path, c.req.raw.headers) : undefined
    const signedIn = route.signedIn ? await signedInUser(auth, c.req.raw.headers) : second?.signedIn
    // Left to itself, the library would write what it was sent instead to a log of its own.
    if (route.body && !isJson(c.req.header('content-type'))) return problem(415, 'Send JSON, as application/json.')
    const body = route.body && (await readBody(c.req.raw, route.body))
    const passkey = path === passkeySignIn ? await stored.passkeyIn(body) : undefined
    const named = passkey?.email ?? Named.safeParse(body).data?.email
    const email = signedIn?.email ?? second?.challenge?.email ?? named
    // For the account as it is now: a password that was right no longer is when a mailed link has set another meanwhile.
    const isGuess = path === signIn || second?.challenge !== undefined
    const device = isGuess && email ? await devices.before(email, c.req.raw.headers) : undefined
    // Somebody confirming their own new codes is not guessing.
    const guessed = second?.signedIn ? undefined : email
    const use = { route: path, address: c.var.clientAddress, email: guessed, device: device?.known }
    const forgive = await limitTry(limiter, use)
    const setter = await setterOf(auth, path, { signedIn, body })
    await refuseGuessable(body, setter?.email ?? email)
    const checked = begins.has(path) ? email : undefined
    const from = checked && (await stored.passwordOf(checked))
    const change = setter && (await changeOf(stored, setter, signedIn, from))
    if (signedIn && (second || changesFactors.has(path))) await requireShownFactor(stored, signedIn, staffFactor)
    const step = await factorStepOf({ stored, limiter }, path, { second, signedIn, body })
    const by = await changesOwnPasskeys({ auth, stored }, path, { signedIn, body })
    const factor = factorOf(path, { second, signedIn })
    if (path === signOut) await endOwn(auth, signIns, c.req.raw.headers)
    if (path === signOutEverywhere && signedIn) return endEverywhere(signIns, signedIn)
    const isKnownDevice = async (of: string) =>
      (device ?? (await devices.before(of, c.req.raw.headers))).known !== undefined
    const call: AuthCall = { route: path, isKnownDevice, factor, step, by, passkey }
    const handle = () =>
      duringCall(call, () => auth.handler(forward(c.req.raw, { address: c.var.clientAddress, route, body })))
    const work = path === googleCallback ? () => comeBack(auth, stored, handle) : handle
    const answer = await (change ? changingPassword(change, work).catch(asSet(change)) : work())
    if (call.failure && answer.status >= 400) throw call.failure
    await earliest
    // Setting a password ends the sessions that exist by then: one that began meanwhile is ended here.
    const pending = path === signIn ? await challengeIn(auth, answer) : undefined
    const over = answer.ok && checked && (await whyOver(stored, checked, change?.to ?? from))
    if (over) {
      await (pending ? endChallenge(auth, pending) : endBegun(auth, answer))
      throw over
    }
    if (answer.status === 401 && path === signIn && email) await signIns.failed(email)
    const refusedFor = await problemCode(answer)
    if (second?.challenge && wrongCode.has(refusedFor)) await signIns.codeFailed(second.challenge.email)
    if (passkey && refusedFor === 'PASSKEY_COPIED') await signIns.passkeyRefused(passkey.email)
    if (answer.status >= 400) return asProblem(answer)
    await forgive()
    const known = tellsWhose.has(path) ? (await begun(auth, answer))?.user.email : (setter?.email ?? email)
    if (known && setsPassword.has(path)) await forgetDevices(limiter, known)
    // A mailed link proves who owns the mailbox, but is not a second factor.
    const lacksCode = path === resetPassword && setter?.twoFactorEnabled === true
    if (known && !pending && !lacksCode && provesOwner.has(path)) {
      const { remember } = device ?? (await devices.before(known, c.req.raw.headers))
      answer.headers.append('set-cookie', remember())
    }
    answer.headers.set('cache-control', 'no-store')
    return answer
  })
}

const isJson = (type = ''): boolean => /^application\/json *(;|$)/i.test(type)

async function readBody(request: Request, schema: NonNullable<AuthRoute['body']>): Promise<Record<string, unknown>> {
  const result = schema.refine(isStorable, unstorable).safeParse(await request.json().catch(() => undefined))
  if (result.success) return result.data
  throw refusal('unprocessable', fieldErrors(result.error.issues))
}

const changePassword = '/change-password'
const resetPassword = '/reset-password'
const signOut = '/sign-out'
const setUpCodes = '/two-factor/enable'
const removeCodes = '/two-factor/disable'
/** Routes that change how somebody signs in: finding a browser that was left signed in must not be enough for them. */
const changesCodes = new Set([setUpCodes, removeCodes, '/two-factor/generate-backup-codes'])
const changesFactors = new Set([...changesCodes, ...changesPasskeys])
const wrongCode = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE'])
const googleCallback = '/callback/google'
const signOutEverywhere = '/revoke-sessions'
const signUp = '/sign-up/email'
const confirmSignUp = '/sign-up/confirm'

/** On these routes the new session tells whose account it is. A sign-up that is confirmed by mail begins none. */
const tellsWhose = new Set([googleCallback, signUp, confirmSignUp])

/** Whoever succeeds here has proved that the account is theirs: their browser is a known device from then on. */
const provesOwner = new Set([
  signIn,
  signUp,
  confirmSignUp,
  googleCallback,
  resetPassword,
  changePassword,
  passkeySignIn,
  removeCodes,
  ...secondSteps,
])
/** These begin a session because a password was right, which may have been replaced meanwhile. */
const begins = new Set([signIn, changePassword])
/** After these every browser but this one is a stranger. */
const setsPassword = new Set([resetPassword, changePassword])

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
async function setterOf(
  auth: Auth,
  path: string,
  { signedIn, body }: { signedIn: SignedIn | undefined; body: unknown },
): Promise<Setter | undefined> {
  if (path === changePassword) return signedIn
  if (path !== resetPassword) return undefined
  const { internalAdapter } = await auth.$context
  const { token } = Link.parse(body)
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link ? ((await internalAdapter.findUserById(link.value)) ?? undefined) : undefined
}

/** The second factor of a session that begins, whether anew or in place of the current one. */
function factorOf(path: string, { second, signedIn }: Pick<FactorCall, 'second' | 'signedIn'>) {
  if (second) return 'code'
  if (path === passkeySignIn) return 'passkey'
  return path === removeCodes && signedIn?.factor === 'code' ? undefined : signedIn?.factor
}

type FactorCall = { second: SecondStep | undefined; signedIn: SignedIn | undefined; body: unknown }

/** What entitles a call to act on a second factor; undefined for every other call. @throws Failure for one that is not allowed. */
async function factorStepOf(
  { stored, limiter }: Pick<Parts, 'limiter'> & { stored: Stored },
  path: string,
  { second, signedIn, body }: FactorCall,
): Promise<FactorStep | undefined> {
  if (second) {
    const step = await stored.beginStep(second)
    const { code } = Code.parse(body)
    if (path === verifyCode) await useOnce(limiter, step.userId, code)
    return step
  }
  if (!signedIn || !changesCodes.has(path)) return undefined
  requireOwner(signedIn, (await stored.passwordOf(signedIn.email)) !== undefined)
  if (path !== setUpCodes && !signedIn.hasCodes) throw new Failure('conflict', factorMessages.noCodes)
  return stored.beginStep({ signedIn })
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

/** An error after a password was set, for instance when the next session begins, leaves it set: the answer has to say so. */
const asSet = (change: PasswordChange) => (cause: unknown) => {
  if (change.to === undefined) throw cause
  throw new Failure('unavailable', accountMessages.passwordIsSet, { cause })
}

/** The library has no transaction for this, and would leave the mailed links valid. @throws Failure 'unauthenticated'. */
async function endEverywhere(signIns: SignInRecord, signedIn: SignedIn): Promise<Response> {
  if (!(await signIns.signOutEverywhere(signedIn))) throw new Failure('unauthenticated', messages.signInFirst)
  return Response.json({ status: true })
}

/** The error when the password that let somebody in was replaced, or when that cannot be told right now; otherwise false. */
const whyOver = ({ settledPasswordOf }: Stored, email: string, hash: string | undefined): Promise<unknown> =>
  settledPasswordOf(email).then(
    (now) =>
      now !== hash &&
      new Failure('conflict', accountMessages.passwordReplaced, { extra: { code: 'PASSWORD_REPLACED' } }),
    (error: unknown) => error,
  )

type Forwarded = { address: string; route: AuthRoute; body: Record<string, unknown> | undefined }

/** The request as Better Auth gets it: the body as our schema parsed it, the query parameters of the route, the address we know. */
function forward(given: Request, { address, route, body }: Forwarded): Request {
  const headers = new Headers(given.headers)
  const url = new URL(given.url)
  for (const name of new Set(url.searchParams.keys())) if (!route.query?.includes(name)) url.searchParams.delete(name)
  headers.set(clientAddressHeader, address)
  headers.delete('content-length')
  const method = route.takenAs ?? given.method
  return new Request(
    url,
    body && method === 'POST' ? { method, headers, body: JSON.stringify(body) } : { method, headers },
  )
}
