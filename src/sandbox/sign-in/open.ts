import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import { createSignInSandbox } from './sandbox.ts'

export const signInSandboxPath = '/sandbox/sign-in'

/** The sign-in sandbox under the shop's own address, and settings that point the OpenID Connect client to it. */
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
  return { ...sandbox, settings: { ...sandbox.client, fetch: sandbox.fetch } }
}
