import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { refusals } from '#content/refusals.ts'
import { site } from '#content/site.ts'
import { createAuth } from '#features/accounts/auth.ts'
import { createAuthenticate } from '#features/accounts/authenticate.ts'
import { createDevices } from '#features/accounts/devices.ts'
import { ownerTelling } from '#features/accounts/factor-mails.ts'
import { ensureAdmin } from '#features/accounts/first-admin.ts'
import type { PasswordHashing } from '#features/accounts/passwords.ts'
import { createAccounts } from '#features/accounts/service.ts'
import { createSignInRecord } from '#features/accounts/sign-in-record.ts'
import { ensureSigningKey } from '#features/accounts/signing-keys.ts'
import { createAddresses } from '#features/addresses/service.ts'
import { createAudit } from '#features/audit/service.ts'
import { createStored } from '#features/accounts/stored.ts'
import { createCart, takeOrdered } from '#features/cart/service.ts'
import { createPictures } from '#features/catalogue/pictures.ts'
import { createMails } from '#features/mails/service.ts'
import { createCatalogue } from '#features/catalogue/service.ts'
import { anyTool, oneTool, stock, toolList } from '#features/catalogue/tags.ts'
import { createInventory } from '#features/inventory/service.ts'
import { stockKeeping } from '#features/inventory/stock.ts'
import { createWaiting } from '#features/inventory/waiting.ts'
import { createInvoices } from '#features/invoices/service.ts'
import { printQueue } from '#features/printing/jobs.ts'
import { createPrinting } from '#features/printing/service.ts'
import { createFulfilment } from '#features/fulfilment/service.ts'
import { createOrderDesk } from '#features/orders/desk.ts'
import { createTelling } from '#features/orders/telling.ts'
import { createOrders } from '#features/orders/service.ts'
import { findOrders, hasPaidOrder } from '#features/orders/store.ts'
import { createProvider } from '#features/payments/provider.ts'
import { createPayments } from '#features/payments/service.ts'
import { createReceivables } from '#features/receivables/service.ts'
import { createQuickOrders } from '#features/quick-order/service.ts'
import { createQuotes } from '#features/quotes/service.ts'
import { createReviews } from '#features/reviews/service.ts'
import { createSavedLists } from '#features/saved-lists/service.ts'
import { createStaffChanges } from '#features/staff-day/changes.ts'
import { readMarks } from '#features/staff-day/store.ts'
import { createStaffNotices } from '#features/staff-day/notices.ts'
import { createStaffDay } from '#features/staff-day/service.ts'
import { reviewList } from '#features/reviews/tags.ts'
import type { Engine } from '#platform/db/database.ts'
import { openEngine } from '#platform/db/open-engine.ts'
import { createRateLimiter } from '#platform/http/limit.ts'
import { createFollowUps } from '#platform/jobs/follow-ups.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log/log.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { mailQueue, mailThrough } from '#platform/mail/queue.ts'
import { createPageCache } from '#platform/page-cache/cache.ts'
import { createInvalidation } from '#platform/page-cache/invalidation.ts'
import { systemClock, type Clock } from '#shared/clock.ts'
import type { Config } from './config.ts'
import { keptSecret } from './config/data-folder.ts'
import { openCardSandbox } from './sandbox/card/open.ts'
import { openSignInSandbox } from './sandbox/sign-in/open.ts'
import { seedDemo } from './seed/seed.ts'
import { openPersonalData } from './shop/personal-data.ts'
import { scheduledTasks } from './shop/tasks.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** What differs between the process, tests and scripts. */
export type Surroundings = {
  log: Log
  clock?: Clock
  engine?: Engine
  jobs?: Jobs
  /** Whether people are told of an order's events at once, and not only by the scheduled task. */
  tellsAtOnce?: boolean
  /** How passwords are hashed, where that is allowed to be quick. */
  hashing?: PasswordHashing
}

/** The composition root: turns config and engines into the services, by name. */
export async function openShop(
  config: Config,
  { log, clock = systemClock, engine: givenEngine, jobs: givenJobs, tellsAtOnce = true, hashing }: Surroundings,
) {
  const engine = givenEngine ?? (await openEngine(config, log))
  const { db, reads } = engine
  const data = { db, reads, clock }
  const { currency, tax, publicUrl, port, authSecret: secret, orderHoldHours: holdHours, staffFactor } = config

  // Other processes announce their changes, unless one is killed before it can: hence the maximum age.
  const cache = createPageCache({ maxAgeMs: engine.kind === 'postgres' ? 10_000 : Infinity })
  const invalidation = createInvalidation(engine, cache, log)
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    sender: site,
    outboxDir: join(config.dataDir, 'outbox'),
  })
  const queues = [mailQueue({ mailer, db, clock, log }), printQueue(() => printing)]
  const jobs = givenJobs ?? createJobs(engine, queues, { log, works: config.worker !== 'off' })
  const { sendMail, sendMails, sendMailsAgain } = mailThrough({ jobs, db, clock })
  const limiter = createRateLimiter(db, clock, refusals.tooMany)
  const signInSandbox = config.google || !config.sandbox ? undefined : openSignInSandbox({ db, publicUrl, secret, log })
  const google = config.google ?? signInSandbox?.settings
  const owner = ownerTelling({ sendMail, ready: jobs.open }, publicUrl)
  const signIns = createSignInRecord({ db, clock, owner })
  const mailsSignUp = config.smtpUrl !== undefined
  const auth = createAuth(
    { publicUrl, port, secret, google, mailsSignUp },
    { db, clock, owner, sendMail, log, hashing },
  )
  const accounts = createAccounts({ ...data, auth, publicUrl, staffFactor })
  const storedAccounts = createStored(db)
  const { passwordOf, secretOf } = storedAccounts
  const devices = createDevices({ secret, publicUrl, clock, passwordOf, secretOf })
  const { authenticate, verifyToken } = createAuthenticate(accounts)
  const followUps = createFollowUps(engine, { works: config.worker !== 'off', atOnce: tellsAtOnce, log })
  const waiting = createWaiting({ db, clock, publicUrl, sendMail, ready: jobs.open, log })
  const onStockMoved = followUps.add('tell-of-stock', waiting.soon)
  const catalogue = createCatalogue({
    ...data,
    currency,
    stock: stockKeeping,
    onChange(id) {
      // Reviews name their product.
      invalidation.announce({ purge: [id ? oneTool(id) : anyTool, toolList, reviewList] })
      onStockMoved()
    },
  })
  const telling = createTelling({ db, clock, publicUrl, holdHours, sendMails, ready: jobs.open, log })
  const onEvent = followUps.add('tell-of-orders', telling.soon)
  const onStockChanged = (ids?: readonly string[]) => {
    invalidation.announce({ purge: ids?.map(oneTool) ?? [anyTool], stale: [stock] })
    onStockMoved()
  }
  const inventory = createInventory({
    ...data,
    onStockChanged,
    async orderNumbers(from, ids) {
      const found = await findOrders(from, ids)
      return new Map([...found].map(([id, { order }]) => [id, order.number]))
    },
  })
  const orders = createOrders({
    db,
    clock,
    currency,
    tax,
    holdHours,
    limits: config.orderLimits,
    connections: engine.connections,
    takeFromCart: takeOrdered,
    stopPayment: (orderId) => payments.stopPayment(orderId),
    onEvent,
    onStockChanged,
    limiter,
    log,
  })
  const receivables = createReceivables({ db, clock, currency, onPaid: onEvent })
  const fulfilment = createFulfilment({ db, clock, onStep: onEvent })
  const reviews = createReviews({
    ...data,
    limiter,
    boughtBy: hasPaidOrder,
    onChange: () => invalidation.announce({ purge: [reviewList] }),
  })
  const quotes = createQuotes({
    ...data,
    currency,
    tax,
    limiter,
    sendMail,
    ready: jobs.open,
    publicUrl,
    secret,
    orders,
    log,
  })
  const invoices = createInvoices({ db, clock, seller: config.seller, tax, quotes, receivables, limiter, log })
  const printing = createPrinting({ db, clock, invoices, jobs, limiter, author: config.seller.name })
  const mails = createMails({ ...data, sender: site, sendAgain: sendMailsAgain })

  const cardSandbox = config.stripe || !config.sandbox ? undefined : openCardSandbox({ db, clock, log })
  const cardSettings = cardSandbox?.settings ?? config.stripe
  const provider = cardSettings && createProvider({ ...cardSettings, now: clock.now })
  const payments = createPayments({
    db,
    clock,
    orders,
    provider,
    // Reviews say whether their author has bought something.
    onPaid: (stockMoved) => {
      invalidation.announce({
        purge: stockMoved ? [anyTool] : [],
        stale: [reviewList, ...(stockMoved ? [stock] : [])],
      })
      if (stockMoved) onStockMoved()
      onEvent()
    },
    limiter,
    log,
  })
  cardSandbox?.deliverTo(payments.webhook)
  const staffChanges = createStaffChanges({ readMarks: () => readMarks(db), log })
  const staffNotices = createStaffNotices({ db, clock, publicUrl, staffFactor, sendMail, ready: jobs.open, log })
  const staffDay = createStaffDay({ reads, clock, disagreements: payments.disagreements })
  const personalData = openPersonalData({
    db,
    clock,
    currency,
    auth,
    limiter,
    cancel: orders.cancel,
    issue: invoices.issue,
    // Reviews show their author's name.
    onErased: () => invalidation.announce({ purge: [reviewList] }),
  })

  const { email, password, passwordFile } = config.admin
  const keepPassword = (make: () => string) => keptSecret(passwordFile, make)
  let generatedPassword: string | undefined
  // Each step checks whether it was done before: two processes at once would both find that it was not.
  await engine.alone(async () => {
    await ensureSigningKey(db, auth, log)
    generatedPassword = await ensureAdmin(db, auth, { email, password, keepPassword, at: clock.now() })
    if ((config.seed ?? 'demo') === 'demo') await seedDemo({ db, catalogue, reviews, currency })
  })

  const tasks = scheduledTasks({
    engine,
    clock,
    auth,
    orders,
    telling,
    payments,
    waiting,
    quotes,
    invoices,
    printing,
    staffNotices,
    limiter,
  })

  await invalidation.start()

  return {
    accounts,
    addresses: createAddresses({ db, clock, limiter }),
    audit: createAudit({ reads }),
    auth,
    authenticate,
    cache,
    cardSandbox,
    cart: createCart({ db, currency, tax }),
    quickOrders: createQuickOrders({ db, currency, limiter }),
    savedLists: createSavedLists({ db, clock }),
    catalogue,
    clock,
    devices,
    engine,
    generatedPassword,
    inventory,
    invoices,
    verifyToken,
    jobs,
    limiter,
    log,
    followUps,
    fulfilment,
    orderDesk: createOrderDesk(data),
    owner,
    mails,
    orders,
    payments,
    personalData,
    printing,
    pictures: createPictures({ db, clock }),
    quotes,
    receivables,
    reviews,
    signIns,
    signInSandbox,
    staffChanges,
    staffDay,
    staffNotices,
    storedAccounts,
    tasks,
    telling,
    waiting,
    ping: () => db.execute(sql`select 1`),
    async close() {
      staffChanges.stop()
      await Promise.all([followUps.stop(), telling.stop(), waiting.stop()])
      await jobs.stop()
      await invalidation.stop()
      await cardSandbox?.stop()
      await signInSandbox?.stop()
      await engine.close()
    },
  }
}
