import { randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { accountMessages } from '#content/account.ts'
import { refusals } from '#content/refusals.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Letter, SendMail } from '#platform/mail/queue.ts'
import type { Clock } from '#shared/clock.ts'
import { confirmSignUpMail, knownSignUpMail, linkLife } from './mails.ts'
import { endSignUps, findSignUp, insertSignUp } from './sign-ups.ts'
import { lockUserByEmail } from './store.ts'

type Parts = {
  db: Database
  clock: Clock
  sendMail: SendMail
  /** Prepares what `sendMail` needs, which it cannot do within a transaction. */
  ready: () => Promise<void>
  publicUrl: string
  letter: () => Letter
}

const Typed = z.object({
  name: z.string(),
  // The library's own check, as where no mail is sent.
  email: z.email(),
  password: z.string(),
  from: z.string().optional(),
})
const Confirmation = z.object({ token: z.string(), password: z.string().optional() })

/** 256 bits that nobody guesses. */
const secret = (): string => randomBytes(32).toString('base64url')

/**
 * Signing up where mail is sent: only whoever reads the mail of an address learns whether it has an account. The call does and
 * writes the same for every address, and there is no account until the link in the message is opened. The link alone is enough in
 * the browser in which the form was filled in; elsewhere the password is asked for, so that nobody who opens a message they did not
 * ask for opens an account at their address with a stranger's password.
 */
export function mailedSignUp({ db, clock, sendMail, ready, publicUrl, letter }: Parts) {
  const begin = createAuthMiddleware(async (ctx) => {
    const typed = Typed.safeParse(ctx.body)
    if (!typed.success) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
    const { name, password, from } = typed.data
    const email = typed.data.email.toLowerCase()
    const cookie = ctx.context.createAuthCookie('sign_up', { maxAge: linkLife.signUp })
    // When the form is sent again from the same browser, the earlier message stays valid.
    const browser = ctx.getCookie(cookie.name) || secret()
    const token = secret()

    const hash = await ctx.context.password.hash(password)
    const expiresAt = new Date(clock.now().getTime() + linkLife.signUp * 1000)
    await ready()
    await inTransaction(db, async (tx) => {
      // Locked: whoever erases the account meanwhile waits, and finds the sign-up and the mail.
      const known = await lockUserByEmail(tx, email)
      await insertSignUp(tx, { email, name, password: hash, next: from ?? null, token, browser }, expiresAt)
      const mail = known
        ? knownSignUpMail(email, publicUrl)
        : confirmSignUpMail(email, `${publicUrl}/verifyemail#signup=${token}`)
      await sendMail(mail, letter(), tx)
    })
    ctx.setCookie(cookie.name, browser, cookie.attributes)
    return ctx.json({ status: 'mailed' as const })
  })

  const confirm = createAuthEndpoint('/sign-up/confirm', { method: 'POST', body: Confirmation }, async (ctx) => {
    const { internalAdapter, password, createAuthCookie } = ctx.context
    const cookie = createAuthCookie('sign_up')
    const secrets = { token: ctx.body.token, browser: ctx.getCookie(cookie.name) ?? '' }
    const signUp = await findSignUp(db, secrets, clock.now())
    if (!signUp) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: accountMessages.linkOver })
    if (!signUp.isOwnBrowser) {
      const typed = ctx.body.password
      if (typed === undefined) throw refused('PASSWORD_NEEDED', accountMessages.passwordNeeded)
      if (!(await password.verify({ hash: signUp.password, password: typed })))
        throw refused('WRONG_SIGN_UP_PASSWORD', accountMessages.wrongSignUpPassword)
    }
    const { email, name, next } = signUp
    if (await internalAdapter.findUserByEmail(email)) throw refused('USER_ALREADY_EXISTS', refusals.emailTaken)
    const user = await internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'email-password' })
    const credential = { userId: user.id, accountId: user.id, providerId: 'credential' }
    await internalAdapter.linkAccount({ ...credential, password: signUp.password })
    await endSignUps(db, email)
    const session = await internalAdapter.createSession(user.id)
    await setSessionCookie(ctx, { session, user })
    ctx.setCookie(cookie.name, '', { ...cookie.attributes, maxAge: 0 })
    return ctx.json({ email, next })
  })

  return {
    id: 'mailed-sign-up',
    hooks: { before: [{ matcher: ({ path }) => path === '/sign-up/email', handler: begin }] },
    endpoints: { confirmSignUp: confirm },
  } satisfies BetterAuthPlugin
}

const refused = (code: string, message: string) => new APIError('UNPROCESSABLE_ENTITY', { code, message })
