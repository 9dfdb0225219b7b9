import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError } from './error.ts'
import { openSettings, server, stripe } from './testing.ts'

const { read, remove } = openSettings()
afterAll(remove)

describe('refuses, naming the variable and the fix', () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a port that is not a number', { PORT: 'abc' }, /^PORT is wrong: must be a port number/],
    ['a PUBLIC_URL with a path', { PUBLIC_URL: 'https://shop.example/x' }, /^PUBLIC_URL is wrong/],
    ['a PUBLIC_URL that is not an address', { PUBLIC_URL: 'shop' }, /^PUBLIC_URL is wrong/],
    ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is wrong/],
    ['a replica that is not PostgreSQL', { ...server, DATABASE_READ_URL: 'mysql://x' }, /^DATABASE_READ_URL is wrong/],
    [
      'a replica without a database',
      { DATABASE_READ_URL: server.DATABASE_URL },
      /^DATABASE_READ_URL without DATABASE_URL: .+ remove DATABASE_READ_URL$/,
    ],
    ['DATABASE_URL without AUTH_SECRET', { DATABASE_URL: server.DATABASE_URL }, /^AUTH_SECRET is missing/],
    ['a short AUTH_SECRET', { AUTH_SECRET: 'short' }, /^AUTH_SECRET is wrong/],
    ['a short ADMIN_PASSWORD', { ADMIN_PASSWORD: '12345' }, /^ADMIN_PASSWORD is wrong/],
    ['an unknown SEED', { SEED: 'yes' }, /^SEED is wrong/],
    ['an unknown CURRENCY', { CURRENCY: 'xyz' }, /^CURRENCY is wrong/],
    ['a hold time of 0', { ORDER_HOLD_HOURS: '0' }, /^ORDER_HOLD_HOURS is wrong/],
    ['half of the Stripe keys', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY is missing/],
    ['an API base without keys', { STRIPE_API_BASE: 'http://127.0.0.1:4010' }, /^STRIPE_SECRET_KEY is missing/],
    [
      'an API base with a path',
      { ...stripe, STRIPE_API_BASE: 'https://x.example/v1' },
      /^STRIPE_API_BASE is wrong: must be only an origin/,
    ],
    ['a port above 65535', { PORT: '65536' }, /^PORT is wrong: must be a port number/],
    ['a fractional port', { PORT: '1.5' }, /^PORT is wrong: must be a port number/],
    ['a blank port', { PORT: ' ' }, /^PORT is wrong: must be a port number/],
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
    ['a PUBLIC_URL that is not HTTP', { PUBLIC_URL: 'ftp://shop.example' }, /^PUBLIC_URL is wrong: must be an http/],
    ['an AUTH_SECRET of 8 characters', { AUTH_SECRET: 'x'.repeat(8) }, /^AUTH_SECRET is wrong: must have at least 32/],
    [
      'an AUTH_SECRET of 31 characters',
      { AUTH_SECRET: 'x'.repeat(31) },
      /^AUTH_SECRET is wrong: must have at least 32/,
    ],
    ['a SANDBOX that is neither on nor off', { SANDBOX: 'yes' }, /^SANDBOX is wrong: must be on or off/],
    [
      'TRUSTED_PROXIES that is not a number',
      { TRUSTED_PROXIES: 'all' },
      /^TRUSTED_PROXIES is wrong: must be the number of/,
    ],
    ['a negative number of proxies', { TRUSTED_PROXIES: '-1' }, /^TRUSTED_PROXIES is wrong: must be the number of/],
    ['more than 10 proxies', { TRUSTED_PROXIES: '11' }, /^TRUSTED_PROXIES is wrong: must be the number of/],
    [
      'a currency with more decimals than cards allow',
      { CURRENCY: 'lyd' },
      /^CURRENCY is wrong: has more decimals than card payments allow/,
    ],
    ['a hold time of more than a year', { ORDER_HOLD_HOURS: '8761' }, /^ORDER_HOLD_HOURS is wrong: must be a number/],
    ['a limit of 0 unpaid orders', { MAX_UNPAID_ORDERS: '0' }, /^MAX_UNPAID_ORDERS is wrong/],
    ['a limit of more than a million unpaid orders', { MAX_UNPAID_ORDERS: '1000001' }, /^MAX_UNPAID_ORDERS is wrong/],
    ['an unknown WORKER', { WORKER: 'yes' }, /^WORKER is wrong: must be on, off or only$/],
    ['WORKER=off without DATABASE_URL', { WORKER: 'off' }, /^WORKER=off without DATABASE_URL: .+ set DATABASE_URL or/],
    ['WORKER=only without DATABASE_URL', { WORKER: 'only' }, /^WORKER=only without DATABASE_URL/],
    [
      'a STAFF_SECOND_FACTOR that is neither off nor required',
      { STAFF_SECOND_FACTOR: 'on' },
      /^STAFF_SECOND_FACTOR is wrong: must be off or required/,
    ],
    ['a misspelt STAFF_SECOND_FACTOR', { STAFF_FACTOR: 'required' }, /^STAFF_FACTOR is not a setting/],
    [
      'a hold time close to 0',
      { ORDER_HOLD_HOURS: '1e-9' },
      /^ORDER_HOLD_HOURS is wrong: must be a number of hours from 0.1 to 8760$/,
    ],
    ['a hold time slightly too short', { ORDER_HOLD_HOURS: '0.09' }, /^ORDER_HOLD_HOURS is wrong: must be a number/],
    ['a share close to 0', { MAX_HELD_SHARE: '1e-300' }, /^MAX_HELD_SHARE is wrong: must be a share from 0.01 to 1$/],
    ['a share slightly too small', { MAX_HELD_SHARE: '0.0099' }, /^MAX_HELD_SHARE is wrong: must be a share/],
    ['a share of 0', { MAX_HELD_SHARE: '0' }, /^MAX_HELD_SHARE is wrong/],
    ['a share above 1', { MAX_HELD_SHARE: '1.1' }, /^MAX_HELD_SHARE is wrong: must be a share/],
    ['a misspelt MAX_HELD_SHARE', { MAX_HELD_SHARES: '1' }, /^MAX_HELD_SHARES is not a setting/],
    [
      'a hold time that is not a number',
      { ORDER_HOLD_HOURS: 'long' },
      /^ORDER_HOLD_HOURS is wrong: must be a number of hours/,
    ],
    [
      'a publishable key as the secret key',
      { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' },
      /^STRIPE_SECRET_KEY is wrong/,
    ],
    [
      'a secret key as the publishable key',
      { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
      /^STRIPE_PUBLISHABLE_KEY is/,
    ],
    [
      'a webhook secret of the wrong kind',
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
      'mail server connections that nothing would close',
      { SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false&pool=true' },
      /^SMTP_URL is wrong: must not set pool: each message has its own connection/,
    ],
    ['a mail server that is not SMTP', { SMTP_URL: 'http://mail.example' }, /^SMTP_URL is wrong/],
    ['a sender with an unclosed bracket', { MAIL_FROM: 'Wattwork <a@shop.example' }, /^MAIL_FROM is wrong/],
    ['a sender that injects a header', { MAIL_FROM: 'W\nBcc: x@x.example <a@b.example>' }, /^MAIL_FROM is wrong/],
    ['an admin without an address', { ADMIN_EMAIL: 'admin' }, /^ADMIN_EMAIL is wrong/],
    ['a mail server without a host', { SMTP_URL: 'smtp://' }, /^SMTP_URL is wrong/],
    ['a sender without an address', { MAIL_FROM: 'Wattwork' }, /^MAIL_FROM is wrong/],
    ['a DATA_DIR that is not a folder', { DATA_DIR: '/dev/null/shop' }, /^DATA_DIR \/dev\/null\/shop cannot be used/],
    ['half of the Google keys', { GOOGLE_CLIENT_ID: 'x' }, /^GOOGLE_CLIENT_SECRET is missing/],
    ['a misspelt DATA_DIR', { DATA_DIRECTORY: '/srv/shop' }, /^DATA_DIRECTORY is not a setting/],
    ['a misspelt GOOGLE_CLIENT_ID', { GOOGLE_CLIENT: 'x' }, /^GOOGLE_CLIENT is not a setting/],
    ['a misspelt WORKER', { WORKERS: 'off' }, /^WORKERS is not a setting/],
    ['a misspelt STRIPE_SECRET_KEY', { STRIPE_SECRT_KEY: 'sk_test_1' }, /^STRIPE_SECRT_KEY is not a setting/],
  ]
  it.each(wrong)('%s', (_what, env, message) => {
    expect(() => read(env)).toThrow(ConfigError)
    expect(() => read(env)).toThrow(message)
  })
})
