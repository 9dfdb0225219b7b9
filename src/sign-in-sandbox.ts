import type { OpenIdSettings } from '#features/accounts/openid.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { createSignInSandbox } from './sandbox/sign-in/sandbox.ts'

export const signInSandboxPath = '/sandbox/sign-in'

/** The sign-in sandbox under the shop's own address, and the settings that turn the OpenID Connect client to it. */
export function openSignInSandbox({
  db,
  publicUrl,
  secret,
  log,
}: {
  db: Database
  publicUrl: string
  secret: string
  log: Log
}) {
  const sandbox = createSignInSandbox({
    db,
    issuer: publicUrl + signInSandboxPath,
    redirectUri: `${publicUrl}/api/auth/callback/google`,
    secret,
    log,
  })
  const settings: OpenIdSettings = { ...sandbox.client, fetch: sandbox.fetch }
  return { ...sandbox, settings }
}
