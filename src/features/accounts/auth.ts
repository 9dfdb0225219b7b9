import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { jwt } from 'better-auth/plugins'
import { messages } from '#content/messages.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { newId } from '#shared/ids.ts'
import { findUserById } from './store.ts'
import { accounts, sessions, signingKeys, users, verifications } from './tables.ts'

/** The header in which the shop tells Better Auth the client's address; whatever the client sends in it is overwritten. */
export const clientAddressHeader = 'x-client-address'

export type AuthSettings = { publicUrl: string; port: number; secret: string }

export type Auth = ReturnType<typeof createAuth>

/** Better Auth over our tables: e-mail and password, sessions behind an HttpOnly cookie, keys that sign access tokens. */
export function createAuth(db: Database, { publicUrl, port, secret }: AuthSettings, log: Log) {
  return betterAuth({
    appName: 'Wattwork',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(publicUrl, port),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, jwks: signingKeys },
    }),
    emailAndPassword: { enabled: true, minPasswordLength: 6, maxPasswordLength: 128 },
    user: { additionalFields: { role: { type: 'string', input: false, defaultValue: 'user' } } },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    databaseHooks: { session: { create: { before: (session) => refuseRemoved(db, session.userId) } } },
    // The shop limits tries itself, by address and by account (accounts/limits.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'wattwork',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: () => newId() },
      // Said aloud, since the library switches both off by itself under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    plugins: [
      jwt({ disableSettingJwtHeader: true, jwt: { issuer: publicUrl, audience: publicUrl, expirationTime: '15m' } }),
    ],
    logger: { level: 'error', log: (_level, message) => log.error(`sign-in: ${message}`) },
  })
}

/** On one's own machine localhost and 127.0.0.1 are the same shop, but two origins. */
function trustedOrigins(publicUrl: string, port: number): string[] {
  const loopback = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  return loopback.includes(publicUrl) ? loopback : [publicUrl]
}

async function refuseRemoved(db: Database, userId: string): Promise<void> {
  const user = await findUserById(db, userId)
  if (user?.removedAt) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_REMOVED', message: messages.accountRemoved })
}
