import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import type { OrderLimits } from '#features/orders/rules.ts'
import { keptSecret, openDataFolder } from './config/data-folder.ts'
import { ConfigError } from './config/error.ts'
import type { Seller } from '#features/invoices/document.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { sellerOf, taxRulesOf } from './config/seller.ts'
import type { Sampling } from '#platform/tracing/sampling.ts'
import { tracingOf } from './config/tracing.ts'
import { parseVariables, readEnvFile, type Variables } from './config/variables.ts'
import { areLive, googleKeys, stripeKeys, type GoogleKeys, type StripeKeys } from './config/keys.ts'

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
 * Reads all settings from the environment, and from the file `.env` if there is one. Nothing else reads them, except NODE_ENV,
 * which has to be set before the first package is loaded (`start.mjs`, `node-env.ts`), and what OpenTelemetry's library reads
 * of its own (`tracingOf`).
 * @throws ConfigError for a setting that is missing, wrong, unknown or in conflict with another.
 */
export function readConfig(env: Record<string, string | undefined> = process.env, folder = process.cwd()): Config {
  const values = parseVariables({ ...readEnvFile(folder), ...env })
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
