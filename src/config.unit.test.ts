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

describe('the configuration', () => {
  it('needs no settings: embedded database, sandboxes and the demo', () => {
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

  it('requires a second factor of staff only when configured', () => {
    expect(read().staffFactor).toBeUndefined()
    expect(read({ STAFF_SECOND_FACTOR: 'off' }).staffFactor).toBeUndefined()
    expect(read({ STAFF_SECOND_FACTOR: 'required' }).staffFactor).toBe('required')
  })

  it('generates the secret once, readable only by its owner', () => {
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

  it('treats an empty variable as unset', () => {
    expect(read({ PORT: '', CURRENCY: '' })).toMatchObject({ port: 3000, currency: 'usd' })
  })

  it('derives the mail sender and the trusted proxies from PUBLIC_URL', () => {
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

describe('the sandboxes', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  const away = { PUBLIC_URL: 'https://shop.example' }

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://127.1.2.3',
    'http://[::1]:3000',
    'http://a.localhost',
  ])('are on by default at %s, which only this machine reaches', (PUBLIC_URL) =>
    expect(read({ PUBLIC_URL })).toMatchObject({ sandbox: true, sandboxExposed: false }),
  )

  it.each([
    ['at a public address', away],
    ['at a local network address', { PUBLIC_URL: 'http://192.168.1.5:3000' }],
    ['at a name that only starts with localhost', { PUBLIC_URL: 'http://localhost.example' }],
    ['at a name that only ends with localhost', { PUBLIC_URL: 'http://notlocalhost' }],
    ['with its own database', server],
    ['with Stripe test keys', stripe],
    ['with live Stripe keys', live],
    ['with Google keys', google],
  ])('are off by default %s', (_where, env) => {
    expect(read(env)).toMatchObject({ sandbox: false, sandboxExposed: false })
  })

  it.each([
    ['at a public address', away],
    ['with its own database', server],
    ['with Stripe test keys', stripe],
    ['with Google keys', google],
  ])('can be turned on %s, but count as exposed', (_where, env) => {
    expect(read({ ...env, SANDBOX: 'on' })).toMatchObject({ sandbox: true, sandboxExposed: true })
  })

  it('need no warning when real keys replace them', () => {
    expect(read({ ...stripe, ...google, SANDBOX: 'on' })).toMatchObject({ sandboxExposed: false })
  })

  it('can be turned off anywhere', () => {
    expect(read({ SANDBOX: 'off' })).toMatchObject({ sandbox: false, sandboxExposed: false })
  })

  it('stay on with a mail server', () => {
    expect(read({ SMTP_URL: 'smtp://localhost:1025' })).toMatchObject({ sandbox: true, sandboxExposed: false })
  })

  it.each([
    ['a live secret key', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }],
    ['a live restricted key', { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1' }],
    ['a live publishable key', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['a key from before test keys existed', { ...stripe, STRIPE_SECRET_KEY: 'sk_1' }],
  ])('are refused with %s, even on this machine', (_what, env) => {
    expect(() => read({ ...env, SANDBOX: 'on' })).toThrow(/^SANDBOX=on with live Stripe keys/)
    expect(read({ ...env, SANDBOX: 'off' }).sandbox).toBe(false)
  })
})

describe('DATA_DIR', () => {
  const everythingElsewhere = { ...server, SMTP_URL: 'smtp://mail.example', ADMIN_PASSWORD: 'secret' }

  it('is not needed when database, mail and secrets are elsewhere', () => {
    expect(read({ ...everythingElsewhere, DATA_DIR: '/dev/null/shop' })).toMatchObject({
      dataDir: '/dev/null/shop',
      correctedFiles: 0,
    })
    for (const name of Object.keys(everythingElsewhere))
      expect(() => read({ ...everythingElsewhere, [name]: '', DATA_DIR: '/dev/null/shop' })).toThrow(ConfigError)
  })

  it('is closed to others if it was open, and the correction is counted', () => {
    mkdirSync(join(settings.folder, 'data'))
    chmodSync(join(settings.folder, 'data'), 0o755)
    expect(read().correctedFiles).toBe(1)
    expect(statSync(join(settings.folder, 'data')).mode & 0o777).toBe(0o700)
    chmodSync(join(settings.folder, 'data'), 0o755)
    expect(read(everythingElsewhere).correctedFiles).toBe(1)
  })
})

describe('accepts', () => {
  it('the settings that the README names', () => {
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

  it('Stripe and Google keys', () => {
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

  it('development mode only from NODE_ENV', () => {
    expect(read({ NODE_ENV: 'development' }).production).toBe(false)
    expect(read({ NODE_ENV: 'test' }).production).toBe(true)
    expect(read().production).toBe(true)
  })

  it('variables of other programs whose names begin like ours', () => {
    const others = [
      'GOOGLE_APPLICATION_CREDENTIALS',
      'HOSTNAME',
      'NODE_OPTIONS',
      'ORDER_BY',
      'PORTAL',
      'PUBLIC_IP',
      'SEED_FILE',
    ]
    expect(read(Object.fromEntries(others.map((name) => [name, 'x'])))).toMatchObject({ port: 3000 })
  })
})

describe('.env', () => {
  it('is read, but the environment takes precedence', () => {
    writeFileSync(join(settings.folder, '.env'), 'PORT=4000\nCURRENCY=jpy\n')
    expect(read({ CURRENCY: 'kwd' })).toMatchObject({ port: 4000, currency: 'kwd' })
  })

  it('may be empty', () => {
    writeFileSync(join(settings.folder, '.env'), '')
    expect(read()).toMatchObject({ port: 3000 })
  })

  it('refuses a name that is not a setting', () => {
    writeFileSync(join(settings.folder, '.env'), 'PROT=4000\n')
    expect(() => read()).toThrow(/^PROT in \.env is not a setting/)
  })
})
