import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError } from './error.ts'
import { openSettings, server, stripe } from './testing.ts'

const { read, remove } = openSettings()
afterAll(remove)

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
    ['a hold time beyond a year', { ORDER_HOLD_HOURS: '8761' }, /^ORDER_HOLD_HOURS is wrong: must be a number/],
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
    [
      'a hold time in which nobody can pay',
      { ORDER_HOLD_HOURS: '1e-9' },
      /^ORDER_HOLD_HOURS is wrong: must be a number of hours from 0.1 to 8760$/,
    ],
    ['a hold time just too short', { ORDER_HOLD_HOURS: '0.09' }, /^ORDER_HOLD_HOURS is wrong: must be a number/],
    [
      'a share that is none of any stock',
      { MAX_HELD_SHARE: '1e-300' },
      /^MAX_HELD_SHARE is wrong: must be a share from 0.01 to 1$/,
    ],
    ['a share just too small', { MAX_HELD_SHARE: '0.0099' }, /^MAX_HELD_SHARE is wrong: must be a share/],
    ['no share', { MAX_HELD_SHARE: '0' }, /^MAX_HELD_SHARE is wrong/],
    ['more than all', { MAX_HELD_SHARE: '1.1' }, /^MAX_HELD_SHARE is wrong: must be a share/],
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
    [
      'connections to a mail server that nobody would close',
      { SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false&pool=true' },
      /^SMTP_URL is wrong: must be without pool: each message has a connection of its own/,
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
