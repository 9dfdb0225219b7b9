import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'

export type Settings = ReturnType<typeof openSettings>

/** The settings of a shop on a PostgreSQL server and with real keys. */
export const secret = 'a secret of more than thirty-two characters'
export const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
export const server = { DATABASE_URL: 'postgres://shop:pass@db.example/shop', AUTH_SECRET: secret }

/** Reads settings in an empty folder of their own. */
export function openSettings() {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  return {
    folder,
    read: (env: Record<string, string | undefined> = {}) => readConfig(env, folder),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
