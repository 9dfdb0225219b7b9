import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { Email, Password } from '#features/accounts/schema.ts'
import type { OrderLimits } from '#features/orders/rules.ts'
import { keptSecret, openDataFolder } from './config/data-folder.ts'
import { ConfigError } from './config/error.ts'
import type { Seller } from '#features/invoices/document.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { hasNoPool } from './config/mail-server.ts'
import { isOrigin } from './config/origin.ts'
import { sellerOf, sellerVariables, taxRulesOf } from './config/seller.ts'
import type { Sampling } from '#platform/tracing/sampling.ts'
import { isChargeable } from '#shared/card-amount.ts'
import { tracingOf } from './config/tracing.ts'
import { areLive, googleKeys, stripeKeys, type GoogleKeys, type StripeKeys } from './config/keys.ts'

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

/** All variables with their format and default. What depends on another variable is decided in `readConfig`. */
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
type Variables = z.infer<typeof Variables>

/** A variable that starts like ours but is unknown is a misspelt setting, and would silently do nothing. */
const ownPrefixes = [
  'STRIPE_',
  'GOOGLE_CLIENT',
  'GOOGLE_DISCOVERY',
  'SMTP_',
  'MAIL_',
  'ORDER_HOLD',
  'MAX_UNPAID',
  'MAX_HELD',
  'WORKER',
  'ADMIN_',
  'STAFF_',
  'AUTH_SECRET',
  'SANDBOX',
  'TRUSTED_',
  'DATABASE_',
  'DRAIN_',
  'METRICS_',
  'PUBLIC_URL',
  'SELLER_',
  'TAX_',
]

export type Config = {
  port: number
  host: string
  /** The origin users see, without a trailing slash. */
  publicUrl: string
  /** The number of proxies in front of the shop, each of which adds its caller's address to X-Forwarded-For. */
  trustedProxies: number
  dataDir: string
  /** How many files and folders of DATA_DIR were open to others on the machine until this start. */
  correctedFiles: number
  databaseUrl: string | undefined
  /** A replica of that database, from which lists and reports may be read. */
  databaseReadUrl: string | undefined
  /** The number of connections to DATABASE_URL per process. */
  databasePool: number
  /** Whether the process does background work (`on`), leaves it to others (`off`), or does nothing else (`only`). */
  worker: 'on' | 'off' | 'only'
  /** The port that serves metrics; undefined for none. */
  metricsPort: number | undefined
  /** How long a process that is to stop keeps answering, so that the load balancer notices. */
  drainSeconds: number
  admin: { email: string; password: string | undefined; passwordFile: string }
  /** Set when an admin needs a session with a second factor to act as one. */
  staffFactor: 'required' | undefined
  /** `demo`, `none`, or undefined: the demo on a new embedded database. */
  seed: 'demo' | 'none' | undefined
  authSecret: string
  /** Whether sandboxes replace the services that have no keys. */
  sandbox: boolean
  /** Whether sandboxes run where people other than the operator may come: then every page has to say so. */
  sandboxExposed: boolean
  stripe: StripeKeys | undefined
  google: GoogleKeys | undefined
  smtpUrl: string | undefined
  mailFrom: string
  currency: string
  orderHoldHours: number
  /** What one account may order without paying. */
  orderLimits: OrderLimits
  /** What papers say of the seller. */
  seller: Seller
  tax: TaxRules
  /** Which traces are kept; undefined when nothing is traced. */
  tracing: Sampling | undefined
  production: boolean
}

/**
 * Reads all environment variables, and the file `.env` if there is one. Nothing else in the code reads them.
 * @throws ConfigError for a setting that is missing, wrong, unknown or in conflict with another.
 */
export function readConfig(env: Record<string, string | undefined> = process.env, folder = process.cwd()): Config {
  const values = parse({ ...readEnvFile(folder), ...env })
  const dataDir = resolve(folder, values.DATA_DIR)
  const correctedFiles = needsDataFolder(values, dataDir) ? openDataFolder(dataDir) : 0
  const { publicUrl, isLocal } = publicAddress(values)
  const stripe = stripeKeys(values)
  const google = googleKeys(values)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    trustedProxies: values.TRUSTED_PROXIES ?? (isLocal ? 0 : 1),
    dataDir,
    correctedFiles,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: databaseReadUrl(values),
    databasePool: values.DATABASE_POOL,
    worker: worker(values),
    metricsPort: values.METRICS_PORT,
    drainSeconds: values.DRAIN_SECONDS,
    admin: {
      email: values.ADMIN_EMAIL,
      password: values.ADMIN_PASSWORD,
      passwordFile: join(dataDir, 'admin-password'),
    },
    staffFactor: values.STAFF_SECOND_FACTOR === 'required' ? 'required' : undefined,
    seed: values.SEED ?? (values.DATABASE_URL ? 'none' : undefined),
    authSecret: authSecret(values, dataDir),
    ...sandboxes(values, { isLocal, stripe, google }),
    stripe,
    google,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `orders@${values.PUBLIC_URL ? new URL(publicUrl).hostname : 'wattwork.test'}`,
    currency: values.CURRENCY,
    orderHoldHours: values.ORDER_HOLD_HOURS,
    orderLimits: { unpaidOrders: values.MAX_UNPAID_ORDERS, heldShare: values.MAX_HELD_SHARE },
    seller: sellerOf(values),
    tax: taxRulesOf(values),
    tracing: tracingOf(env),
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
      `${unknown} is not a setting of this shop: correct its name or remove it (README, Configuration)`,
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
  if (unknown) throw new ConfigError(`${unknown} in .env is not a setting of this shop: correct its name or remove it`)
  return values
}

function publicAddress(values: Variables): { publicUrl: string; isLocal: boolean } {
  const { origin, hostname } = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`)
  const address = hostname.replace(/^\[|\]$/g, '')
  const isLoopback = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
  return { publicUrl: origin, isLocal: isLoopback || /^(.+\.)?localhost$/.test(hostname) }
}

/**
 * The Google sandbox lets anyone be anyone: by default it is on only where nobody else comes and nothing real is at stake.
 * A mail server does not count as real here: it identifies nobody and moves no money.
 */
function sandboxes(
  { SANDBOX, DATABASE_URL }: Variables,
  { isLocal, stripe, google }: { isLocal: boolean; stripe: StripeKeys | undefined; google: GoogleKeys | undefined },
): Pick<Config, 'sandbox' | 'sandboxExposed'> {
  const harmless = isLocal && !DATABASE_URL && !stripe && !google
  const sandbox = SANDBOX ? SANDBOX === 'on' : harmless
  if (sandbox && stripe && areLive(stripe)) {
    throw new ConfigError(
      'SANDBOX=on with live Stripe keys would let anyone sign in as anyone: set SANDBOX=off, or use test keys',
    )
  }
  return { sandbox, sandboxExposed: sandbox && !harmless && !(stripe && google) }
}

function databaseReadUrl({ DATABASE_READ_URL, DATABASE_URL }: Variables): string | undefined {
  if (DATABASE_READ_URL && !DATABASE_URL)
    throw new ConfigError(
      'DATABASE_READ_URL without DATABASE_URL: set DATABASE_URL to the primary of this replica, or remove DATABASE_READ_URL',
    )
  return DATABASE_READ_URL
}

function worker({ WORKER, DATABASE_URL }: Variables): Config['worker'] {
  if (WORKER !== 'on' && !DATABASE_URL)
    throw new ConfigError(
      `WORKER=${WORKER} without DATABASE_URL: only one process can use the embedded database, so set DATABASE_URL or leave WORKER on`,
    )
  return WORKER
}

/** A shop whose database, mail and secrets are all elsewhere writes nothing; a folder from an earlier start is still closed. */
function needsDataFolder({ DATABASE_URL, SMTP_URL, ADMIN_PASSWORD }: Variables, dataDir: string): boolean {
  return !(DATABASE_URL && SMTP_URL && ADMIN_PASSWORD) || existsSync(dataDir)
}

function authSecret(values: Variables, dataDir: string): string {
  if (values.AUTH_SECRET) return values.AUTH_SECRET
  if (values.DATABASE_URL) {
    throw new ConfigError(
      'AUTH_SECRET is missing: with DATABASE_URL, set it to 32 or more random characters, the same for every process',
    )
  }
  return keptSecret(join(dataDir, 'auth-secret'), () => randomBytes(32).toString('base64url'))
}
