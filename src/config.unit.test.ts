import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const secret = 'a secret of more than thirty-two characters'
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const server = { DATABASE_URL: 'postgres://shop:pass@db.example/shop', AUTH_SECRET: secret }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (env: Record<string, string | undefined> = {}) => readConfig(env, folder)

describe('defaults', () => {
  it('needs nothing: embedded database, sandboxes, the demo', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      behindProxy: false,
      dataDir: join(folder, 'data'),
      databaseUrl: undefined,
      sandbox: true,
      seed: undefined,
      stripe: undefined,
      google: undefined,
      currency: 'usd',
      orderHoldHours: 48,
    })
  })

  it('makes the secret once, readable by its owner alone', () => {
    const first = read().authSecret
    const file = join(folder, 'data', 'auth-secret')
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(read().authSecret).toBe(first)
    expect(readFileSync(file, 'utf8').trim()).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('turns sandbox and demo off with DATABASE_URL', () => {
    expect(read(server)).toMatchObject({ sandbox: false, seed: 'none', authSecret: secret })
  })

  it('treats an empty variable as not set', () => {
    expect(read({ PORT: '', CURRENCY: '' })).toMatchObject({ port: 3000, currency: 'usd' })
  })

  it('follows PUBLIC_URL, and then believes the proxy in front', () => {
    expect(read({ PUBLIC_URL: 'https://shop.example/' })).toMatchObject({
      publicUrl: 'https://shop.example',
      behindProxy: true,
    })
  })
})

describe('refuses, naming the variable and the mend', () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a port that is none', { PORT: 'abc' }, /^PORT is wrong: must be a port number/],
    ['a PUBLIC_URL with a path', { PUBLIC_URL: 'https://shop.example/x' }, /^PUBLIC_URL is wrong/],
    ['a PUBLIC_URL that is no address', { PUBLIC_URL: 'shop' }, /^PUBLIC_URL is wrong/],
    ['a database of another kind', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is wrong/],
    ['DATABASE_URL without AUTH_SECRET', { DATABASE_URL: server.DATABASE_URL }, /^AUTH_SECRET is missing/],
    ['a short AUTH_SECRET', { AUTH_SECRET: 'short' }, /^AUTH_SECRET is wrong/],
    ['a short ADMIN_PASSWORD', { ADMIN_PASSWORD: '12345' }, /^ADMIN_PASSWORD is wrong/],
    ['an unknown SEED', { SEED: 'yes' }, /^SEED is wrong/],
    ['an unknown CURRENCY', { CURRENCY: 'xyz' }, /^CURRENCY is wrong/],
    ['no hold time', { ORDER_HOLD_HOURS: '0' }, /^ORDER_HOLD_HOURS is wrong/],
    ['half of the Stripe keys', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY is missing/],
    ['another base without keys', { STRIPE_API_BASE: 'http://127.0.0.1:4010' }, /^STRIPE_SECRET_KEY is missing/],
    [
      'a base with a path',
      { ...stripe, STRIPE_API_BASE: 'https://x.example/v1' },
      /^STRIPE_API_BASE is wrong: must be an origin alone/,
    ],
    ['the sandbox beside real keys', { SANDBOX: 'on', ...stripe }, /^SANDBOX=on stands beside real Stripe keys/],
    ['a mail server without a host', { SMTP_URL: 'smtp://' }, /^SMTP_URL is wrong/],
    ['a sender that is no address', { MAIL_FROM: 'Wattwork' }, /^MAIL_FROM is wrong/],
    ['a DATA_DIR that is no folder', { DATA_DIR: '/dev/null/shop' }, /^DATA_DIR \/dev\/null\/shop cannot be written/],
    ['half of the Google keys', { GOOGLE_CLIENT_ID: 'x' }, /^GOOGLE_CLIENT_SECRET is missing/],
    ['a misspelt setting of ours', { STRIPE_SECRT_KEY: 'sk_test_1' }, /^STRIPE_SECRT_KEY is no setting/],
  ]
  it.each(wrong)('%s', (_what, env, message) => {
    expect(() => read(env)).toThrow(ConfigError)
    expect(() => read(env)).toThrow(message)
  })
})

describe('.env', () => {
  it('is read, and the environment goes before it', () => {
    writeFileSync(join(folder, '.env'), 'PORT=4000\nCURRENCY=jpy\n')
    expect(read({ CURRENCY: 'kwd' })).toMatchObject({ port: 4000, currency: 'kwd' })
  })

  it('refuses a name that is no setting', () => {
    writeFileSync(join(folder, '.env'), 'PROT=4000\n')
    expect(() => read()).toThrow(/^PROT in \.env is no setting/)
  })
})
