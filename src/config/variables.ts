import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { Email, Password } from '#features/accounts/schema.ts'
import { isChargeable } from '#shared/card-amount.ts'
import { ConfigError } from './error.ts'
import { hasNoPool } from './mail-server.ts'
import { isOrigin } from './origin.ts'
import { sellerVariables } from './seller.ts'

type Env = Record<string, string | undefined>

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const switchValue = z.enum(['on', 'off'], 'must be on or off')
const wholeNumber = (message: string, least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message))
/** Decimals are allowed. A lower bound of 0 would accept values that are practically 0. */
const between = (message: string, least: number, most: number) =>
  z.coerce.number(message).min(least, message).max(most, message)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

/** All settings with their format and default. What depends on another setting is decided in `readConfig`. */
const variables = {
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber('must be a port number from 1 to 65535', 0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.refine(isOrigin, 'must be only an origin, such as https://shop.example').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  METRICS_PORT: wholeNumber('must be a port number from 1 to 65535', 0, 65_535).optional(),
  DRAIN_SECONDS: wholeNumber('must be a number of seconds from 0 to 300', 0, 300).default(0),
  DATABASE_POOL: wholeNumber('must be a number of connections from 2 to 100', 2, 100).default(10),
  ADMIN_EMAIL: Email.default('admin@wattwork.test'),
  ADMIN_PASSWORD: Password.optional(),
  STAFF_SECOND_FACTOR: z.enum(['off', 'required'], 'must be off or required').default('off'),
  SEED: z.enum(['demo', 'none'], 'must be demo or none').optional(),
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters: create one with `openssl rand -base64 32`')
    .optional(),
  SANDBOX: switchValue.optional(),
  TRUSTED_PROXIES: wholeNumber('must be the number of proxies in front, from 0 to 10', 0, 10).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must start with whsec_')
    .optional(),
  STRIPE_API_BASE: httpUrl.refine(isOrigin, 'must be only an origin, such as http://127.0.0.1:4010').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_DISCOVERY_URL: httpUrl
    .refine(
      (url) => url.endsWith('/.well-known/openid-configuration'),
      'must end with /.well-known/openid-configuration',
    )
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// address' })
    .refine(hasNoPool, 'must not set pool: each message has its own connection, and a pool would never be closed')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^\s<>@]+@[^\s<>@]+|[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>)$/, 'must be an e-mail address, or Name <address>')
    .optional(),
  CURRENCY: z
    .string()
    .toLowerCase()
    .refine((code) => currencies.has(code), { error: 'must be an ISO 4217 currency code, such as usd', abort: true })
    .refine(isChargeable, 'has more decimals than card payments allow: choose another')
    .default('usd'),
  WORKER: z.enum(['on', 'off', 'only'], 'must be on, off or only').default('on'),
  MAX_UNPAID_ORDERS: wholeNumber(
    'must be a number of orders from 1 to 1000000, which means no limit',
    1,
    1_000_000,
  ).default(20),
  MAX_HELD_SHARE: between('must be a share from 0.01 to 1', 0.01, 1).default(0.5),
  ...sellerVariables,
  // Within six minutes hardly anybody has paid, least of all a buyer whose bank asks for a code.
  ORDER_HOLD_HOURS: between('must be a number of hours from 0.1 to 8760', 0.1, 8760).default(48),
}
const Variables = z.object(variables)
export type Variables = z.infer<typeof Variables>

/** First words of settings that begin the variables of other programs too, such as NODE_OPTIONS. */
const commonWords = ['NODE', 'PORT', 'HOST', 'PUBLIC', 'DATA', 'SEED', 'AUTH', 'GOOGLE', 'CURRENCY', 'MAX', 'ORDER']

/** A variable that starts like ours but is unknown is a misspelt setting, and would silently do nothing. */
const ownPrefixes = Object.keys(variables).flatMap(ownPrefix)

/** `STRIPE_` for each of Stripe's; `GOOGLE_CLIENT` where only two words are ours; nothing where the name is one common word. */
function ownPrefix(name: string): string[] {
  const [first = '', second] = name.split('_')
  if (commonWords.includes(first)) return second ? [`${first}_${second}`] : []
  return [second ? `${first}_` : first]
}

/** @throws ConfigError for a variable that is wrong, or that must be a misspelt setting. */
export function parseVariables(env: Env): Variables {
  const known = new Set(Object.keys(variables))
  const unknown = Object.keys(env).find(
    (name) => !known.has(name) && ownPrefixes.some((prefix) => name.startsWith(prefix)),
  )
  if (unknown)
    throw new ConfigError(
      `${unknown} is not a setting of this shop: correct its name or remove it (README, Configuration)`,
    )
  // An empty variable is how a shell or a container file says "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = Variables.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ConfigError(`${issue?.path.join('.')} is wrong: ${issue?.message}`)
}

/**
 * What the file `.env` sets, if there is one.
 * @throws ConfigError for what is not a setting: nobody else reads this file.
 */
export function readEnvFile(folder: string): Env {
  const file = join(folder, '.env')
  if (!existsSync(file)) return {}
  const values = parseEnv(readFileSync(file, 'utf8'))
  const unknown = Object.keys(values).find((name) => !(name in variables))
  if (unknown) throw new ConfigError(`${unknown} in .env is not a setting of this shop: correct its name or remove it`)
  return values
}
