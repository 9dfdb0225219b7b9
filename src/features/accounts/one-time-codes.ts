import { twoFactor } from 'better-auth/plugins'
import { site } from '#content/site.ts'

/**
 * One-time codes (RFC 6238) and backup codes for Better Auth. By itself it asks for one only after a password: here it also does
 * after a visit to Google. Its own lockout would keep the owner out along with whoever guesses: the shop counts itself (limits.ts).
 */
export function oneTimeCodes() {
  const plugin = twoFactor({
    issuer: site.name,
    allowPasswordless: true,
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: 'encrypted' },
  })
  const after = plugin.hooks.after.map((ask) => ({
    ...ask,
    matcher: (context: Parameters<typeof ask.matcher>[0]) => ask.matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { after } }
}
