import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from './config/error.ts'
import { openSettings, secret, server, stripe, type Settings } from './config/testing.ts'

let settings: Settings
beforeEach(() => {
  settings = openSettings()
})
afterEach(() => settings.remove())

const read: Settings['read'] = (env) => settings.read(env)

describe('defaults', () => {
  it('needs nothing: embedded database, sandboxes, the demo', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      trustedProxies: 0,
      correctedFiles: 0,
      dataDir: join(settings.folder, 'data'),
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
    const file = join(settings.folder, 'data', 'auth-secret')
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
    mkdirSync(join(settings.folder, 'data'))
    chmodSync(join(settings.folder, 'data'), 0o755)
    expect(read().correctedFiles).toBe(1)
    expect(statSync(join(settings.folder, 'data')).mode & 0o777).toBe(0o700)
    chmodSync(join(settings.folder, 'data'), 0o755)
    expect(read(everythingElsewhere).correctedFiles).toBe(1)
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
      admin: {
        email: 'boss@shop.example',
        password: 'secret',
        passwordFile: join(settings.folder, 'data', 'admin-password'),
      },
      seed: 'none',
      authSecret: 'x'.repeat(32),
      mailFrom: 'Orders <orders@shop.example>',
      smtpUrl: 'smtps://mail.example',
      currency: 'bdt',
      orderHoldHours: 0.5,
      trustedProxies: 10,
    })
    expect(read({ MAIL_FROM: 'orders@shop.example' }).mailFrom).toBe('orders@shop.example')
    const byName = 'smtp://mail.example?name=shop.example'
    expect(read({ SMTP_URL: byName }).smtpUrl).toBe(byName)
    expect(read().mailFrom).toBe('orders@wattwork.test')
    expect(read().admin.email).toBe('admin@wattwork.test')
    expect(read({ SEED: 'demo', ...server }).seed).toBe('demo')
  })

  it('limits up to their bounds', () => {
    const least = read({ ORDER_HOLD_HOURS: '0.1', MAX_HELD_SHARE: '0.01' })
    expect(least).toMatchObject({ orderHoldHours: 0.1, orderLimits: { heldShare: 0.01 } })
    const most = read({ ORDER_HOLD_HOURS: '8760', MAX_HELD_SHARE: '1' })
    expect(most).toMatchObject({ orderHoldHours: 8760, orderLimits: { heldShare: 1 } })
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
    writeFileSync(join(settings.folder, '.env'), 'PORT=4000\nCURRENCY=jpy\n')
    expect(read({ CURRENCY: 'kwd' })).toMatchObject({ port: 4000, currency: 'kwd' })
  })

  it('may be empty, or not there', () => {
    writeFileSync(join(settings.folder, '.env'), '')
    expect(read()).toMatchObject({ port: 3000 })
  })

  it('refuses a name that is not a setting', () => {
    writeFileSync(join(settings.folder, '.env'), 'PROT=4000\n')
    expect(() => read()).toThrow(/^PROT in \.env is not a setting/)
  })
})
