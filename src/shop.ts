import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { messages } from '#content/messages.ts'
import { site } from '#content/site.ts'
import { createAuth } from '#features/accounts/auth.ts'
import { createAuthenticate } from '#features/accounts/authenticate.ts'
import { createDevices } from '#features/accounts/devices.ts'
import { accountTasks } from '#features/accounts/jobs.ts'
import { findPasswordHash } from '#features/accounts/store.ts'
import { ensureAdmin, ensureSigningKey } from '#features/accounts/first-admin.ts'
import { createAccounts } from '#features/accounts/service.ts'
import { createPictures } from '#features/catalogue/pictures.ts'
import { createCatalogue } from '#features/catalogue/service.ts'
import { anyTool, oneTool, stock, toolList } from '#features/catalogue/tags.ts'
import { stockKeeping } from '#features/inventory/stock.ts'
import { orderTasks } from '#features/orders/jobs.ts'
import { createOrders } from '#features/orders/service.ts'
import { hasPaidOrder } from '#features/orders/store.ts'
import { paymentTasks } from '#features/payments/jobs.ts'
import { createProvider } from '#features/payments/provider.ts'
import { createPayments } from '#features/payments/service.ts'
import { createQuotes } from '#features/quotes/service.ts'
import { createReviews } from '#features/reviews/service.ts'
import { reviewList } from '#features/reviews/tags.ts'
import type { Engine } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { createRateLimiter } from '#platform/http/limit.ts'
import { createJobs, type Jobs, type ScheduledTask } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log/log.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { mailQueue, sendThrough } from '#platform/mail/queue.ts'
import { createPageCache } from '#platform/page-cache/cache.ts'
import { createInvalidation } from '#platform/page-cache/invalidation.ts'
import { systemClock, type Clock } from '#shared/clock.ts'
import type { Config } from './config.ts'
import { keptSecret } from './config/data-folder.ts'
import { openCardSandbox } from './sandbox/card/open.ts'
import { openSignInSandbox } from './sandbox/sign-in/open.ts'
import { sweepSignIns } from './sandbox/sign-in/store.ts'
import { seedDemo } from './seed/seed.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** What differs between the process, tests and scripts. */
export type Surroundings = { log: Log; clock?: Clock; engine?: Engine; jobs?: Jobs }

/** The composition root: config and engines become the services, by name. */
export async function openShop(
  config: Config,
  { log, clock = systemClock, engine: givenEngine, jobs: givenJobs }: Surroundings,
) {
  const engine = givenEngine ?? (await openEngine(config, log))
  const { db } = engine
  const { currency, publicUrl } = config

  // Of changes elsewhere it hears, unless whoever made one was killed before it was told.
  const cache = createPageCache({ maxAgeMs: engine.kind === 'postgres' ? 10_000 : Infinity })
  const invalidation = createInvalidation(engine, cache, log)
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    sender: site,
    outboxDir: join(config.dataDir, 'outbox'),
  })
  const jobs = givenJobs ?? createJobs(engine, [mailQueue(mailer)], { log, works: config.worker !== 'off' })
  const limiter = createRateLimiter(db, clock, messages.tooMany)
  const signInSandbox =
    config.google || !config.sandbox ? undefined : openSignInSandbox({ db, publicUrl, secret: config.authSecret, log })
  const google = config.google ?? signInSandbox?.settings
  const auth = createAuth(
    { publicUrl, port: config.port, secret: config.authSecret, google },
    { db, sendMail: sendThrough(jobs, db), log },
  )
  const accounts = createAccounts({ db, clock, auth, publicUrl })
  const passwordOf = (email: string) => findPasswordHash(db, email)
  const devices = createDevices({
    secret: config.authSecret,
    publicUrl,
    clock,
    passwordOf,
  })
  const { authenticate, verifyToken } = createAuthenticate(accounts)
  const catalogue = createCatalogue({
    db,
    clock,
    currency,
    stock: stockKeeping,
    // Reviews name the products that they are of.
    onChange: (id) => invalidation.announce({ purge: [id ? oneTool(id) : anyTool, toolList, reviewList] }),
  })
  const pictures = createPictures({ db })
  const orders = createOrders({
    db,
    clock,
    currency,
    holdHours: config.orderHoldHours,
    limits: config.orderLimits,
    connections: engine.connections,
    stopPayment: (orderId) => payments.stopPayment(orderId),
    onStockChanged: (ids) => invalidation.announce({ purge: ids?.map(oneTool) ?? [anyTool], stale: [stock] }),
    limiter,
    log,
  })
  const reviews = createReviews({
    db,
    clock,
    limiter,
    boughtBy: hasPaidOrder,
    onChange: () => invalidation.announce({ purge: [reviewList] }),
  })
  const quotes = createQuotes({ db, clock, currency, limiter })

  const cardSandbox = config.stripe || !config.sandbox ? undefined : openCardSandbox({ db, clock, log })
  const cardSettings = cardSandbox?.settings ?? config.stripe
  const provider = cardSettings && createProvider(cardSettings)
  const payments = createPayments({
    db,
    clock,
    orders,
    provider,
    // Reviews say who bought.
    onPaid: (stockMoved) =>
      invalidation.announce({
        purge: stockMoved ? [anyTool] : [],
        stale: [reviewList, ...(stockMoved ? [stock] : [])],
      }),
    limiter,
    log,
  })
  cardSandbox?.deliverTo(payments.webhook)

  const { email, password, passwordFile } = config.admin
  const keepPassword = (make: () => string) => keptSecret(passwordFile, make)
  let generatedPassword: string | undefined
  // Each looks whether it was done before: two processes at once would both find that it was not.
  await engine.alone(async () => {
    await ensureSigningKey(db, auth, log)
    generatedPassword = await ensureAdmin(db, auth, { email, password, keepPassword })
    if ((config.seed ?? 'demo') === 'demo') await seedDemo({ db, catalogue, reviews, currency })
  })

  const tasks: ScheduledTask[] = [
    ...accountTasks(db),
    ...orderTasks(orders),
    ...paymentTasks(payments),
    { name: 'sweep-limits', cron: '17 * * * *', run: limiter.sweep },
    { name: 'sweep-sign-ins', cron: '27 * * * *', run: () => sweepSignIns(db) },
  ]

  await invalidation.start()

  return {
    accounts,
    auth,
    authenticate,
    cache,
    cardSandbox,
    catalogue,
    devices,
    engine,
    generatedPassword,
    verifyToken,
    jobs,
    limiter,
    log,
    orders,
    passwordOf,
    payments,
    pictures,
    quotes,
    reviews,
    signInSandbox,
    tasks,
    ping: () => db.execute(sql`select 1`),
    async close() {
      await jobs.stop()
      await invalidation.stop()
      await cardSandbox?.stop()
      await signInSandbox?.stop()
      await engine.close()
    },
  }
}

async function openEngine({ databaseUrl, databasePool, dataDir }: Config, log: Log): Promise<Engine> {
  // Only where it is used: reading it costs a tenth of a start.
  if (!databaseUrl) return (await import('#platform/db/embedded.ts')).openEmbedded(dataDir)
  return openPostgres({ url: databaseUrl, connections: databasePool }, (error) =>
    log.error('the database connection failed', { error }),
  )
}
