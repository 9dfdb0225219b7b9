import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config/error.ts'

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
      trustedProxies: 0,
      correctedFiles: 0,
      dataDir: join(folder, 'data'),
      databaseUrl: undefined,
      sandbox: true,
      sandboxExposed: false,
      seed: undefined,
      stripe: undefined,
      google: undefined,
      currency: 'usd',
      orderHoldHours: 48,
    })
  })

  it('asks staff for a second factor only where that is configured', () => {
    expect(read().staffFactor).toBeUndefined()
    expect(read({ STAFF_SECOND_FACTOR: 'off' }).staffFactor).toBeUndefined()
    expect(read({ STAFF_SECOND_FACTOR: 'required' }).staffFactor).toBe('required')
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
      trustedProxies: 1,
      mailFrom: 'orders@shop.example',
    })
    expect(read({ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
    expect(read({ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '0' }).trustedProxies).toBe(0)
    expect(read({ TRUSTED_PROXIES: '1' }).trustedProxies).toBe(1)
  })
})

describe('the sandboxes, which let anyone be anyone,', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  const away = { PUBLIC_URL: 'https://shop.example' }

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://127.1.2.3',
    'http://[::1]:3000',
    'http://a.localhost',
  ])('are on by themselves at %s, where nobody else comes', (PUBLIC_URL) =>
    expect(read({ PUBLIC_URL })).toMatchObject({ sandbox: true, sandboxExposed: false }),
  )

  it.each([
    ['at a public address', away],
    ['at an address of the local network', { PUBLIC_URL: 'http://192.168.1.5:3000' }],
    ['at a name that only begins like this machine’s', { PUBLIC_URL: 'http://localhost.example' }],
    ['at an address that only ends like this machine’s', { PUBLIC_URL: 'http://notlocalhost' }],
    ['with a database of its own', server],
    ['with test keys of Stripe', stripe],
    ['with live keys of Stripe', live],
    ['with keys of Google', google],
  ])('are off by themselves %s', (_where, env) => {
    expect(read(env)).toMatchObject({ sandbox: false, sandboxExposed: false })
  })

  it.each([
    ['at a public address', away],
    ['with a database of its own', server],
    ['with test keys of Stripe', stripe],
    ['with keys of Google', google],
  ])('can be turned on %s, and then every page warns of them', (_where, env) => {
    expect(read({ ...env, SANDBOX: 'on' })).toMatchObject({ sandbox: true, sandboxExposed: true })
  })

  it('are nothing to warn of where they stand in for nothing', () => {
    expect(read({ ...stripe, ...google, SANDBOX: 'on' })).toMatchObject({ sandboxExposed: false })
  })

  it('can be turned off anywhere', () => {
    expect(read({ SANDBOX: 'off' })).toMatchObject({ sandbox: false, sandboxExposed: false })
  })

  it('mind no mail server: it tells nobody who somebody is', () => {
    expect(read({ SMTP_URL: 'smtp://localhost:1025' })).toMatchObject({ sandbox: true, sandboxExposed: false })
  })

  it.each([
    ['a live secret key', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }],
    ['a live restricted key', { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1' }],
    ['a live publishable key', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['a key from before there were test keys', { ...stripe, STRIPE_SECRET_KEY: 'sk_1' }],
  ])('are refused beside %s, also on this machine', (_what, env) => {
    expect(() => read({ ...env, SANDBOX: 'on' })).toThrow(/^SANDBOX=on with live Stripe keys/)
    expect(read({ ...env, SANDBOX: 'off' }).sandbox).toBe(false)
  })
})

describe('DATA_DIR', () => {
  const everythingElsewhere = { ...server, SMTP_URL: 'smtp://mail.example', ADMIN_PASSWORD: 'secret' }

  it('is not needed where database, mail and secrets are elsewhere', () => {
    expect(read({ ...everythingElsewhere, DATA_DIR: '/dev/null/shop' })).toMatchObject({
      dataDir: '/dev/null/shop',
      correctedFiles: 0,
    })
    for (const name of Object.keys(everythingElsewhere))
      expect(() => read({ ...everythingElsewhere, [name]: '', DATA_DIR: '/dev/null/shop' })).toThrow(ConfigError)
  })

  it('is shut where it was open, and that is told', () => {
    mkdirSync(join(folder, 'data'))
    chmodSync(join(folder, 'data'), 0o755)
    expect(read().correctedFiles).toBe(1)
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
    chmodSync(join(folder, 'data'), 0o755)
    expect(read(everythingElsewhere).correctedFiles).toBe(1)
  })
})

describe('refuses, naming the variable and the fix', () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a port that is none', { PORT: 'abc' }, /^PORT is wrong: must be a port number/],
    ['a PUBLIC_URL with a path', { PUBLIC_URL: 'https://shop.example/x' }, /^PUBLIC_URL is wrong/],
    ['a PUBLIC_URL that is no address', { PUBLIC_URL: 'shop' }, /^PUBLIC_URL is wrong/],
    ['a database of another kind', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is wrong/],
    ['a replica of another kind', { ...server, DATABASE_READ_URL: 'mysql://x' }, /^DATABASE_READ_URL is wrong/],
    [
      'a replica of nothing',
      { DATABASE_READ_URL: server.DATABASE_URL },
      /^DATABASE_READ_URL without DATABASE_URL: .+ remove it/,
    ],
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
      /^STRIPE_API_BASE is wrong: must be only an origin/,
    ],
    ['a port beyond the last', { PORT: '65536' }, /^PORT is wrong: must be a port number/],
    ['half a port', { PORT: '1.5' }, /^PORT is wrong: must be a port number/],
    ['a port of blanks', { PORT: ' ' }, /^PORT is wrong: must be a port number/],
    [
      'a PUBLIC_URL with a password',
      { PUBLIC_URL: 'https://a:b@shop.example' },
      /^PUBLIC_URL is wrong: must be only an origin/,
    ],
    [
      'a PUBLIC_URL with a query',
      { PUBLIC_URL: 'https://shop.example/?a' },
      /^PUBLIC_URL is wrong: must be only an origin/,
    ],
    [
      'a PUBLIC_URL with a fragment',
      { PUBLIC_URL: 'https://shop.example/#a' },
      /^PUBLIC_URL is wrong: must be only an origin/,
    ],
    ['a PUBLIC_URL of another kind', { PUBLIC_URL: 'ftp://shop.example' }, /^PUBLIC_URL is wrong: must be an http/],
    ['an AUTH_SECRET of 8 characters', { AUTH_SECRET: 'x'.repeat(8) }, /^AUTH_SECRET is wrong: must have at least 32/],
    [
      'an AUTH_SECRET of 31 characters',
      { AUTH_SECRET: 'x'.repeat(31) },
      /^AUTH_SECRET is wrong: must have at least 32/,
    ],
    ['a SANDBOX that is neither', { SANDBOX: 'yes' }, /^SANDBOX is wrong: must be on or off/],
    ['proxies that are no number', { TRUSTED_PROXIES: 'all' }, /^TRUSTED_PROXIES is wrong: must be the number of/],
    ['fewer than no proxies', { TRUSTED_PROXIES: '-1' }, /^TRUSTED_PROXIES is wrong: must be the number of/],
    ['more proxies than anyone has', { TRUSTED_PROXIES: '11' }, /^TRUSTED_PROXIES is wrong: must be the number of/],
    [
      'a currency finer than cards',
      { CURRENCY: 'lyd' },
      /^CURRENCY is wrong: has more decimals than card payments allow/,
    ],
    ['a hold time beyond a year', { ORDER_HOLD_HOURS: '8761' }, /^ORDER_HOLD_HOURS is wrong/],
    ['no unpaid order', { MAX_UNPAID_ORDERS: '0' }, /^MAX_UNPAID_ORDERS is wrong/],
    ['unpaid orders beyond a million', { MAX_UNPAID_ORDERS: '1000001' }, /^MAX_UNPAID_ORDERS is wrong/],
    ['a worker that is nothing we know', { WORKER: 'yes' }, /^WORKER is wrong: must be on, off or only$/],
    [
      'a process that leaves work to nobody',
      { WORKER: 'off' },
      /^WORKER=off without DATABASE_URL: .+ set DATABASE_URL or/,
    ],
    ['one that answers nobody', { WORKER: 'only' }, /^WORKER=only without DATABASE_URL/],
    [
      'a second factor that is neither',
      { STAFF_SECOND_FACTOR: 'on' },
      /^STAFF_SECOND_FACTOR is wrong: must be off or required/,
    ],
    ['a misspelt second factor', { STAFF_FACTOR: 'required' }, /^STAFF_FACTOR is not a setting/],
    ['no share', { MAX_HELD_SHARE: '0' }, /^MAX_HELD_SHARE is wrong/],
    ['more than all', { MAX_HELD_SHARE: '1.1' }, /^MAX_HELD_SHARE is wrong/],
    ['a misspelt limit', { MAX_HELD_SHARES: '1' }, /^MAX_HELD_SHARES is not a setting/],
    ['a hold time that is none', { ORDER_HOLD_HOURS: 'long' }, /^ORDER_HOLD_HOURS is wrong: must be a number of hours/],
    ['a secret key of another kind', { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY is wrong/],
    [
      'a publishable key that is secret',
      { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
      /^STRIPE_PUBLISHABLE_KEY is/,
    ],
    [
      'a webhook secret of another kind',
      { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_1' },
      /^STRIPE_WEBHOOK_SECRET is wrong/,
    ],
    ['no webhook secret', { ...stripe, STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is missing/],
    ['an issuer at another address', { GOOGLE_DISCOVERY_URL: 'https://x.example' }, /^GOOGLE_DISCOVERY_URL is wrong/],
    [
      'an issuer without keys',
      { GOOGLE_DISCOVERY_URL: 'https://x.example/.well-known/openid-configuration' },
      /^GOOGLE_CLIENT_ID is missing/,
    ],
    ['a mail server of another kind', { SMTP_URL: 'http://mail.example' }, /^SMTP_URL is wrong/],
    ['a sender in half a bracket', { MAIL_FROM: 'Wattwork <a@shop.example' }, /^MAIL_FROM is wrong/],
    ['a sender with a header of its own', { MAIL_FROM: 'W\nBcc: x@x.example <a@b.example>' }, /^MAIL_FROM is wrong/],
    ['an admin without an address', { ADMIN_EMAIL: 'admin' }, /^ADMIN_EMAIL is wrong/],
    ['a mail server without a host', { SMTP_URL: 'smtp://' }, /^SMTP_URL is wrong/],
    ['a sender that is no address', { MAIL_FROM: 'Wattwork' }, /^MAIL_FROM is wrong/],
    ['a DATA_DIR that is no folder', { DATA_DIR: '/dev/null/shop' }, /^DATA_DIR \/dev\/null\/shop cannot be used/],
    ['half of the Google keys', { GOOGLE_CLIENT_ID: 'x' }, /^GOOGLE_CLIENT_SECRET is missing/],
    ['a misspelt setting of ours', { STRIPE_SECRT_KEY: 'sk_test_1' }, /^STRIPE_SECRT_KEY is not a setting/],
  ]
  it.each(wrong)('%s', (_what, env, message) => {
    expect(() => read(env)).toThrow(ConfigError)
    expect(() => read(env)).toThrow(message)
  })
})

describe('takes', () => {
  it('what the README names, each in its place', () => {
    const env = {
      PORT: '0',
      HOST: '::1',
      ADMIN_EMAIL: 'Boss@Shop.Example',
      ADMIN_PASSWORD: 'secret',
      SEED: 'none',
      AUTH_SECRET: 'x'.repeat(32),
      MAIL_FROM: 'Orders <orders@shop.example>',
      SMTP_URL: 'smtps://mail.example',
      CURRENCY: 'BDT',
      ORDER_HOLD_HOURS: '0.5',
      TRUSTED_PROXIES: '10',
    }
    expect(read(env)).toMatchObject({
      port: 0,
      host: '::1',
      admin: { email: 'boss@shop.example', password: 'secret', passwordFile: join(folder, 'data', 'admin-password') },
      seed: 'none',
      authSecret: 'x'.repeat(32),
      mailFrom: 'Orders <orders@shop.example>',
      smtpUrl: 'smtps://mail.example',
      currency: 'bdt',
      orderHoldHours: 0.5,
      trustedProxies: 10,
    })
    expect(read({ MAIL_FROM: 'orders@shop.example' }).mailFrom).toBe('orders@shop.example')
    expect(read().mailFrom).toBe('orders@wattwork.test')
    expect(read().admin.email).toBe('admin@wattwork.test')
    expect(read({ SEED: 'demo', ...server }).seed).toBe('demo')
  })

  it('keys of Stripe and Google', () => {
    expect(read({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:4010' }).stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      apiBase: 'http://127.0.0.1:4010',
    })
    expect(read({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).google).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
    })
  })

  it('development from NODE_ENV alone', () => {
    expect(read({ NODE_ENV: 'development' }).production).toBe(false)
    expect(read({ NODE_ENV: 'test' }).production).toBe(true)
    expect(read().production).toBe(true)
  })

  it('names that begin like ours, where they are somebody else’s', () => {
    expect(read({ GOOGLE_APPLICATION_CREDENTIALS: 'file', PORTAL: 'x', HOSTNAME: 'x' })).toMatchObject({ port: 3000 })
  })
})

describe('.env', () => {
  it('is read, and the environment goes before it', () => {
    writeFileSync(join(folder, '.env'), 'PORT=4000\nCURRENCY=jpy\n')
    expect(read({ CURRENCY: 'kwd' })).toMatchObject({ port: 4000, currency: 'kwd' })
  })

  it('may be empty, or not there', () => {
    writeFileSync(join(folder, '.env'), '')
    expect(read()).toMatchObject({ port: 3000 })
  })

  it('refuses a name that is not a setting', () => {
    writeFileSync(join(folder, '.env'), 'PROT=4000\n')
    expect(() => read()).toThrow(/^PROT in \.env is not a setting/)
  })
})
