import { passkey } from '@better-auth/passkey'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { passkeyMessages } from '#content/passkeys.ts'
import { site } from '#content/site.ts'
import { ownOrigins } from '#platform/http/cross-site.ts'
import { authCall } from './auth-call.ts'

/** In milliseconds: as long as the library keeps its challenge. */
const timeout = 5 * 60_000

const Options = z.looseObject({ user: z.looseObject({}).optional() })
const Shown = z.looseObject({ response: z.looseObject({ userHandle: z.string().optional() }) })

/** The user handle of an account: on a device, a second passkey with the same handle replaces the first. */
const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * Passkeys for Better Auth (WebAuthn Level 3). By itself it lets in whoever has the device: here the device must have verified the
 * user, since a passkey counts as both factors.
 */
export function passkeys({ publicUrl, port }: { publicUrl: string; port: number }) {
  const plugin = passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: site.name,
    origin: ownOrigins(publicUrl, port),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification({ verification }) {
        if (!verification.registrationInfo?.userVerified) throw notVerified()
      },
    },
    authentication: {
      afterVerification({ verification, clientData }) {
        if (!verification.authenticationInfo.userVerified) throw notVerified()
        const { userHandle } = Shown.parse(clientData).response
        const owner = authCall()?.passkey?.userId
        if (!owner || userHandle !== handleOf(owner)) throw unknown()
      },
    },
  })
  const demanding = createAuthMiddleware(async (ctx) => {
    const { user, ...options } = Options.parse(ctx.context.returned)
    const id = authCall()?.by?.id
    if (user && id) return ctx.json({ ...options, timeout, user: { ...user, id: handleOf(id) } })
    return ctx.json({ ...options, timeout, userVerification: 'required' })
  })
  const matcher = ({ path }: { path?: string }) => path?.startsWith('/passkey/generate-') === true
  return { ...plugin, hooks: { after: [{ matcher, handler: demanding }] } }
}

const ownProblems = new Set(['Failed to verify registration', 'Failed to verify authentication'])

/** Whether a message only says that a device, or something posing as one, sent something wrong: the sender is told that. */
export const isRefusal = (message: string): boolean => ownProblems.has(message)

const notVerified = () =>
  new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED', message: passkeyMessages.notVerified })
const unknown = () => new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_FOUND', message: passkeyMessages.unknown })
