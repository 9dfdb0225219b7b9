import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { Email, Password } from '#features/accounts/schema.ts'

/** A setting that is missing or wrong: one line that names the variable and the mend. */
export class ConfigError extends Error {}

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const switchValue = z.enum(['on', 'off'], 'must be on or off')
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' && !search && !hash
}

/** Every variable, its form and its default. What depends on another variable is decided in `readConfig`. */
const variables = {
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number('must be a port number from 1 to 65535').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.refine(isOrigin, 'must be an origin alone, such as https://shop.example').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  ADMIN_EMAIL: Email.default('admin@wattwork.test'),
  ADMIN_PASSWORD: Password.optional(),
  SEED: z.enum(['demo', 'none'], 'must be demo or none').optional(),
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters: make one with `openssl rand -base64 32`')
    .optional(),
  SANDBOX: switchValue.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must start with whsec_')
    .optional(),
  STRIPE_API_BASE: httpUrl.refine(isOrigin, 'must be an origin alone, such as http://127.0.0.1:4010').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_DISCOVERY_URL: httpUrl
    .refine(
      (url) => url.endsWith('/.well-known/openid-configuration'),
      'must end with /.well-known/openid-configuration',
    )
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>@]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an e-mail address, or Name <address>')
    .optional(),
  CURRENCY: z
    .string()
    .toLowerCase()
    .refine((code) => currencies.has(code), 'must be a currency code of ISO 4217, such as usd')
    .default('usd'),
  ORDER_HOLD_HOURS: z.coerce.number('must be a number of hours').positive('must be above 0').max(8760).default(48),
}
const Variables = z.object(variables)
type Variables = z.infer<typeof Variables>

/** A variable that starts like ours but is none is a misspelt setting, and would silently do nothing. */
const ownPrefixes = [
  'STRIPE_',
  'GOOGLE_CLIENT',
  'GOOGLE_DISCOVERY',
  'SMTP_',
  'MAIL_',
  'ORDER_HOLD',
  'ADMIN_',
  'AUTH_SECRET',
  'SANDBOX',
  'DATABASE_URL',
  'PUBLIC_URL',
]

export type StripeKeys = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiBase: string | undefined
}
export type GoogleKeys = { clientId: string; clientSecret: string; discoveryUrl: string }

export type Config = {
  port: number
  host: string
  /** The origin users see, without a trailing slash. */
  publicUrl: string
  /** Whether a proxy stands in front, so that X-Forwarded-For is its word. */
  behindProxy: boolean
  dataDir: string
  databaseUrl: string | undefined
  admin: { email: string; password: string | undefined; passwordFile: string }
  /** `demo`, `none`, or undefined: the demo on a new embedded database. */
  seed: 'demo' | 'none' | undefined
  authSecret: string
  /** Whether sandboxes stand in for what has no keys. */
  sandbox: boolean
  stripe: StripeKeys | undefined
  google: GoogleKeys | undefined
  smtpUrl: string | undefined
  mailFrom: string
  currency: string
  orderHoldHours: number
  production: boolean
}

/**
 * Reads every environment variable, and the file `.env` where there is one, in this one place.
 * @throws ConfigError for a setting that is missing, wrong, unknown or in conflict with another.
 */
export function readConfig(env: Record<string, string | undefined> = process.env, folder = process.cwd()): Config {
  const values = parse({ ...readEnvFile(folder), ...env })
  const dataDir = resolve(folder, values.DATA_DIR)
  const stripe = stripeKeys(values)
  const sandbox = values.SANDBOX ? values.SANDBOX === 'on' : !values.DATABASE_URL
  if (values.SANDBOX === 'on' && stripe) {
    throw new ConfigError('SANDBOX=on stands beside real Stripe keys: set SANDBOX=off, or remove the STRIPE_ variables')
  }
  return {
    port: values.PORT,
    host: values.HOST,
    ...publicAddress(values),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    admin: {
      email: values.ADMIN_EMAIL,
      password: values.ADMIN_PASSWORD,
      passwordFile: join(dataDir, 'admin-password'),
    },
    seed: values.SEED ?? (values.DATABASE_URL ? 'none' : undefined),
    authSecret: authSecret(values, dataDir),
    sandbox,
    stripe,
    google: googleKeys(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `orders@${new URL(values.PUBLIC_URL ?? 'http://wattwork.test').hostname}`,
    currency: values.CURRENCY,
    orderHoldHours: values.ORDER_HOLD_HOURS,
    production: values.NODE_ENV !== 'development',
  }
}

function parse(env: Record<string, string | undefined>): Variables {
  const known = new Set(Object.keys(variables))
  const unknown = Object.keys(env).find(
    (name) => !known.has(name) && ownPrefixes.some((prefix) => name.startsWith(prefix)),
  )
  if (unknown)
    throw new ConfigError(
      `${unknown} is no setting of this shop: correct its name or remove it (README, Configuration)`,
    )
  // An empty variable is how a shell or a container file says "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = Variables.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ConfigError(`${issue?.path.join('.')} is wrong: ${issue?.message}`)
}

function readEnvFile(folder: string): Record<string, string | undefined> {
  const file = join(folder, '.env')
  if (!existsSync(file)) return {}
  const values = parseEnv(readFileSync(file, 'utf8'))
  const unknown = Object.keys(values).find((name) => !(name in variables))
  if (unknown) throw new ConfigError(`${unknown} in .env is no setting of this shop: correct its name or remove it`)
  return values
}

function publicAddress(values: Variables): { publicUrl: string; behindProxy: boolean } {
  const local = `http://localhost:${values.PORT}`
  const url = new URL(values.PUBLIC_URL ?? local)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return { publicUrl: url.origin, behindProxy: !loopback }
}

function stripeKeys(values: Variables): StripeKeys | undefined {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = names.filter((name) => !values[name])
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = values
  if (STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET) {
    return {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiBase: STRIPE_API_BASE,
    }
  }
  if (missing.length < names.length || STRIPE_API_BASE) {
    throw new ConfigError(`${missing[0]} is missing: card payment needs ${names.join(', ')} together`)
  }
  return undefined
}

function googleKeys(values: Variables): GoogleKeys | undefined {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_DISCOVERY_URL } = values
  if (!GOOGLE_CLIENT_ID && !GOOGLE_CLIENT_SECRET && !GOOGLE_DISCOVERY_URL) return undefined
  if (!GOOGLE_CLIENT_ID) throw new ConfigError('GOOGLE_CLIENT_ID is missing: set it beside GOOGLE_CLIENT_SECRET')
  if (!GOOGLE_CLIENT_SECRET) throw new ConfigError('GOOGLE_CLIENT_SECRET is missing: set it beside GOOGLE_CLIENT_ID')
  return {
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT_SECRET,
    discoveryUrl: GOOGLE_DISCOVERY_URL ?? 'https://accounts.google.com/.well-known/openid-configuration',
  }
}

function authSecret(values: Variables, dataDir: string): string {
  if (values.AUTH_SECRET) return values.AUTH_SECRET
  if (values.DATABASE_URL) {
    throw new ConfigError(
      'AUTH_SECRET is missing: with DATABASE_URL set it to 32 or more random characters, the same for every process',
    )
  }
  try {
    return keptSecret(join(dataDir, 'auth-secret'), () => randomBytes(32).toString('base64url'))
  } catch (cause) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be written: let this user write there, or set another`, { cause })
  }
}

/** The secret in `file`, readable by its owner alone; made on first use. */
export function keptSecret(file: string, make: () => string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const secret = make()
  // Under its name only when it is whole: an empty one, left by a full disk, would be everybody's secret.
  writeFileSync(`${file}.part`, `${secret}\n`, { mode: 0o600 })
  renameSync(`${file}.part`, file)
  return secret
}
