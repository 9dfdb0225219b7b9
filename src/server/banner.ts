import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { Shop } from '#shop.ts'
import { warningOf } from './page-services.ts'

/** What the operator needs to know after the start, as aligned lines. */
export function banner(config: Config, shop: Pick<Shop, 'engine' | 'generatedPassword'>, startedInMs: number): string {
  const { email, password, passwordFile } = config.admin
  const secret = shop.generatedPassword
    ? `${shop.generatedPassword}  (shown once, kept in ${passwordFile})`
    : password
      ? 'as set in ADMIN_PASSWORD when the account was created'
      : `in ${passwordFile}`
  const rows: [string, string][] = [
    ['address', config.worker === 'only' ? 'none: only background work (WORKER=only)' : config.publicUrl],
    ['database', shop.engine.label],
    ['payment', paymentLine(config)],
    ['google', googleLine(config)],
    [
      'e-mail',
      config.smtpUrl ? `via ${new URL(config.smtpUrl).hostname}` : `kept in ${join(config.dataDir, 'outbox')}`,
    ],
    ['admin', email],
    ['password', secret],
  ]
  const warnings = warningsOf(config).map((warning) => `  WARNING   ${warning}\n`)
  const lines = rows.map(([label, value]) => `  ${label.padEnd(10)}${value}`)
  return `\n  Wattwork is up (${(startedInMs / 1000).toFixed(1)} s)\n\n${lines.join('\n')}\n${warnings.join('')}\n`
}

function warningsOf(config: Config): string[] {
  const { dataDir, correctedFiles } = config
  const corrected = `other users of this machine could read ${dataDir}: now they cannot (files and folders corrected: ${correctedFiles})`
  return [...(correctedFiles > 0 ? [corrected] : []), warningOf(config) ?? []].flat()
}

function paymentLine({ stripe, sandbox }: Config): string {
  if (stripe) return `Stripe${stripe.apiBase ? ` at ${stripe.apiBase}` : ''}`
  return sandbox
    ? 'SANDBOX: test cards, no money moves'
    : 'off: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET'
}

function googleLine({ google, sandbox }: Config): string {
  if (google) return `on, via ${new URL(google.discoveryUrl).hostname}`
  return sandbox ? 'SANDBOX: anyone can sign in as anyone' : 'off: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'
}
