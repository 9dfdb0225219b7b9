import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { refusals } from '#content/refusals.ts'
import { site } from '#content/site.ts'
import type { PasswordHashing } from '#features/accounts/passwords.ts'
import { createAddresses } from '#features/addresses/service.ts'
import { createAudit } from '#features/audit/service.ts'
import { createCart, takeOrdered } from '#features/cart/service.ts'
import { createPictures } from '#features/catalogue/pictures.ts'
import { createMails } from '#features/mails/service.ts'
import { createCatalogue } from '#features/catalogue/service.ts'
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
import { createReceivables } from '#features/receivables/service.ts'
import { createQuickOrders } from '#features/quick-order/service.ts'
import { createQuotes } from '#features/quotes/service.ts'
import { createReviews } from '#features/reviews/service.ts'
import { createSavedLists } from '#features/saved-lists/service.ts'
import { createStaffChanges } from '#features/staff-day/changes.ts'
import { readMarks } from '#features/staff-day/store.ts'
import { createStaffNotices } from '#features/staff-day/notices.ts'
import { createStaffDay } from '#features/staff-day/service.ts'
import type { Engine } from '#platform/db/database.ts'
import { openEngine } from '#platform/db/open-engine.ts'
import { createRateLimiter } from '#platform/http/limit.ts'
import { createFollowUps } from '#platform/jobs/follow-ups.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log/log.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { mailQueue, mailThrough } from '#platform/mail/queue.ts'
import { systemClock, type Clock } from '#shared/clock.ts'
import type { Config } from './config.ts'
import { openAccounts } from './shop/accounts.ts'
import { prepareFirstStart } from './shop/first-start.ts'
import { openPages } from './shop/pages.ts'
import { openPayments } from './shop/payments.ts'
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
  const { currency, tax, publicUrl, authSecret: secret, orderHoldHours: holdHours, staffFactor } = config

  const pages = openPages(engine, log)
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
  const people = openAccounts(config, { ...data, sendMail, ready: jobs.open, hashing, log })
  const { auth } = people
  const followUps = createFollowUps(engine, { works: config.worker !== 'off', atOnce: tellsAtOnce, log })
  const waiting = createWaiting({ db, clock, publicUrl, sendMail, ready: jobs.open, log })
  const onStockMoved = followUps.add('tell-of-stock', waiting.soon)
  const catalogue = createCatalogue({
    ...data,
    currency,
    stock: stockKeeping,
    onChange(id) {
      pages.toolChanged(id)
      onStockMoved()
    },
  })
  const telling = createTelling({ db, clock, publicUrl, holdHours, sendMails, ready: jobs.open, log })
  const onEvent = followUps.add('tell-of-orders', telling.soon)
  const onStockChanged = (ids?: readonly string[]) => {
    pages.stockChanged(ids)
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
    onChange: pages.reviewsChanged,
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
  const { cardSandbox, payments } = openPayments(config, {
    db,
    clock,
    orders,
    onPaid: (stockMoved) => {
      pages.orderPaid(stockMoved)
      if (stockMoved) onStockMoved()
      onEvent()
    },
    limiter,
    log,
  })
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
    onErased: pages.reviewsChanged,
  })

  const generatedPassword = await prepareFirstStart(config, { engine, clock, auth, catalogue, reviews, log })
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

  await pages.start()

  return {
    ...people,
    addresses: createAddresses({ db, clock, limiter }),
    audit: createAudit({ reads }),
    cache: pages.cache,
    cardSandbox,
    cart: createCart({ db, currency, tax }),
    quickOrders: createQuickOrders({ db, currency, limiter }),
    savedLists: createSavedLists({ db, clock }),
    catalogue,
    clock,
    engine,
    generatedPassword,
    inventory,
    invoices,
    jobs,
    limiter,
    log,
    followUps,
    fulfilment,
    orderDesk: createOrderDesk(data),
    mails,
    orders,
    payments,
    personalData,
    printing,
    pictures: createPictures({ db, clock }),
    quotes,
    receivables,
    reviews,
    staffChanges,
    staffDay,
    staffNotices,
    tasks,
    telling,
    waiting,
    ping: () => db.execute(sql`select 1`),
    async close() {
      staffChanges.stop()
      await Promise.all([followUps.stop(), telling.stop(), waiting.stop()])
      await jobs.stop()
      await pages.stop()
      await cardSandbox?.stop()
      await people.signInSandbox?.stop()
      await engine.close()
    },
  }
}
