import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#config.ts'
import type { Engine } from '#platform/db/database.ts'
import { banner } from './banner.ts'

const folder = mkdtempSync(join(tmpdir(), 'banner-'))
afterAll(() => rmSync(folder, { recursive: true }))

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const engine = { label: 'embedded PostgreSQL' } as Engine

/** The lines after a start, without their indentation. */
function lines(
  env: Record<string, string>,
  more: { generatedPassword?: string; correctedFiles?: number } = {},
): string[] {
  const { generatedPassword, correctedFiles = 0 } = more
  const config = { ...readConfig(env, folder), correctedFiles }
  return banner(config, { engine, generatedPassword }, 1234)
    .split('\n')
    .map((line) => line.trim())
}

it('shows the address, the database and what is a sandbox', () => {
  const shown = lines({})
  expect(shown).toContain('Wattwork is up (1.2 s)')
  expect(shown).toContain('address   http://localhost:3000')
  expect(shown).toContain('database  embedded PostgreSQL')
  expect(shown).toContain('payment   SANDBOX: test cards, no money moves')
  expect(shown).toContain('google    SANDBOX: anyone can sign in as anyone')
  expect(shown).toContain(`e-mail    kept in ${join(folder, 'data', 'outbox')}`)
  expect(shown).toContain('admin     admin@wattwork.test')
  expect(shown.join()).not.toContain('WARNING')
})

it('shows what is on with keys, and what is off without them', () => {
  expect(lines({ ...stripe, ...google, SMTP_URL: 'smtp://user:pass@mail.example' })).toEqual(
    expect.arrayContaining(['payment   Stripe', 'google    on, via accounts.google.com', 'e-mail    via mail.example']),
  )
  expect(lines({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:4010' })).toContain(
    'payment   Stripe at http://127.0.0.1:4010',
  )
  expect(lines({ SANDBOX: 'off' })).toEqual(
    expect.arrayContaining([
      'payment   off: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET',
      'google    off: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
    ]),
  )
})

it('shows the admin’s password once, when it was just generated', () => {
  const file = join(folder, 'data', 'admin-password')
  expect(lines({}, { generatedPassword: 'four words' })).toContain(
    `password  four words  (shown once, kept in ${file})`,
  )
  expect(lines({})).toContain(`password  in ${file}`)
  const own = lines({ ADMIN_PASSWORD: 'my own secret' })
  expect(own).toContain('password  as set in ADMIN_PASSWORD when the account was created')
  expect(own.join()).not.toContain('my own secret')
})

it('warns of exposed sandboxes, and names only those that are on', () => {
  const away = { PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' }
  const warning = (env: Record<string, string>) => lines(env).filter((line) => line.startsWith('WARNING'))
  const rest = 'Do not enter anything private.'
  expect(warning(away)).toEqual([
    `WARNING   This is a test shop: anyone can sign in as anyone, and no payment is real. ${rest}`,
  ])
  expect(warning({ ...away, ...stripe })).toEqual([
    `WARNING   This is a test shop: anyone can sign in as anyone. ${rest}`,
  ])
  expect(warning({ ...away, ...google })).toEqual([`WARNING   This is a test shop: no payment is real. ${rest}`])
})

it('reports when it had to close DATA_DIR to others', () => {
  expect(lines({}, { correctedFiles: 969 })).toContain(
    `WARNING   other users of this machine could read ${join(folder, 'data')}: now they cannot (files and folders corrected: 969)`,
  )
})
