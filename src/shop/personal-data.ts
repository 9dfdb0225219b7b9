import type { Auth } from '#features/accounts/auth.ts'
import { eraseAccount, readProfile, readSessions } from '#features/accounts/personal-data.ts'
import { eraseAddresses, readAddresses } from '#features/addresses/personal-data.ts'
import { readAudited } from '#features/audit/personal-data.ts'
import { eraseCart, readCart } from '#features/cart/personal-data.ts'
import { eraseStockWaits, readStockWaits } from '#features/inventory/personal-data.ts'
import { eraseFromCredit, hasCredit, readCreditEntries } from '#features/credit/personal-data.ts'
import { readInvoices, uninvoicedOrders } from '#features/invoices/personal-data.ts'
import { eraseMails, readMails } from '#features/mails/personal-data.ts'
import { eraseFromOrders, hasOpenOrder, readOrders, unpaidOrders } from '#features/orders/personal-data.ts'
import type { Invoices } from '#features/invoices/service.ts'
import type { Orders } from '#features/orders/service.ts'
import { erasePaymentEvents, eraseRefundReasons } from '#features/payments/personal-data.ts'
import { createPersonalData } from '#features/personal-data/service.ts'
import { erasePrints, readPrints } from '#features/printing/personal-data.ts'
import { eraseOwnParts, readOwnParts } from '#features/quick-order/personal-data.ts'
import { eraseQuotes, readQuotes } from '#features/quotes/personal-data.ts'
import { eraseFromReviews, readReviews } from '#features/reviews/personal-data.ts'
import { eraseLists, readLists } from '#features/saved-lists/personal-data.ts'
import { eraseFromNotices } from '#features/staff-day/personal-data.ts'
import { eraseAudited } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Clock } from '#shared/clock.ts'

type Parts = {
  db: Database
  clock: Clock
  currency: string
  auth: Auth
  limiter: RateLimiter
  cancel: Orders['cancel']
  issue: Invoices['issue']
  onErased: () => void
}

/** Combines what each feature stores about a person: what they can export, and what is erased with them. */
export function openPersonalData({ currency, ...parts }: Parts) {
  return createPersonalData({
    ...parts,
    readProfile,
    lists: {
      sessions: readSessions,
      orders: readOrders,
      account: readCreditEntries,
      invoices: readInvoices,
      prints: readPrints,
      reviews: readReviews,
      quotes: (from, person) => readQuotes(from, person, currency),
      mails: readMails,
      stockWaits: readStockWaits,
      cart: (from, person) => readCart(from, person, currency),
      addresses: readAddresses,
      lists: readLists,
      partNumbers: readOwnParts,
      history: readAudited,
    },
    // Mails go after what they are about: one that is being written right now keeps its wait, its order's event, its quote or its
    // account locked, so it is there by then. The audit log goes last: it also erases who deleted the account.
    erasures: [
      eraseStockWaits,
      erasePaymentEvents,
      eraseRefundReasons,
      // Before the orders lose their owner.
      erasePrints,
      eraseFromOrders,
      eraseFromCredit,
      eraseFromReviews,
      eraseQuotes,
      eraseMails,
      eraseFromNotices,
      eraseCart,
      eraseOwnParts,
      eraseLists,
      eraseAddresses,
      eraseAccount,
      (tx, { id }) => eraseAudited(tx, id),
    ],
    hasOpenOrder: async (db, person) => (await hasOpenOrder(db, person)) || hasCredit(db, person),
    unpaidOrders,
    uninvoicedOrders,
  })
}
