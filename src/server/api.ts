import { Hono } from 'hono'
import { createAccountsApi } from '#features/accounts/api.ts'
import { createAddressesApi } from '#features/addresses/api.ts'
import { createAuditApi } from '#features/audit/api.ts'
import { createCartApi } from '#features/cart/api.ts'
import { createCatalogueApi } from '#features/catalogue/api.ts'
import { createPictureApi } from '#features/catalogue/picture-api.ts'
import { createFulfilmentApi } from '#features/fulfilment/api.ts'
import { createInventoryApi } from '#features/inventory/api.ts'
import { createInvoicesApi } from '#features/invoices/api.ts'
import { createPrintingApi } from '#features/printing/api.ts'
import { createMailsApi } from '#features/mails/api.ts'
import { createOrdersApi } from '#features/orders/api.ts'
import { createOrderDeskApi } from '#features/orders/desk-api.ts'
import { createPaymentsApi } from '#features/payments/api.ts'
import { createPersonalDataApi } from '#features/personal-data/api.ts'
import { createQuickOrderApi } from '#features/quick-order/api.ts'
import { createQuotesApi } from '#features/quotes/api.ts'
import { createReceivablesApi } from '#features/receivables/api.ts'
import { createReviewsApi } from '#features/reviews/api.ts'
import { createSavedListsApi } from '#features/saved-lists/api.ts'
import { createStaffDayApi } from '#features/staff-day/api.ts'
import type { Shop } from '#shop.ts'

/** The calls of the specification and our own, under /api. */
export function createApi({
  accounts,
  addresses,
  audit,
  cart,
  catalogue,
  inventory,
  invoices,
  printing,
  waiting,
  personalData,
  clock,
  pictures,
  orders,
  orderDesk,
  fulfilment,
  payments,
  receivables,
  reviews,
  quickOrders,
  savedLists,
  quotes,
  mails,
  staffChanges,
  staffDay,
  staffNotices,
  authenticate,
  verifyToken,
}: Shop) {
  return new Hono()
    .route('/', createAccountsApi(accounts, authenticate))
    .route('/', createCatalogueApi(catalogue, authenticate))
    .route('/', createInventoryApi(inventory, waiting, authenticate))
    .route('/', createPictureApi(pictures, authenticate))
    .route('/', createCartApi(cart, authenticate, verifyToken))
    .route('/', createQuickOrderApi(quickOrders, authenticate))
    .route('/', createSavedListsApi(savedLists, authenticate))
    .route('/', createAddressesApi(addresses, authenticate))
    .route('/', createOrdersApi(orders, authenticate, verifyToken))
    .route('/', createOrderDeskApi(orderDesk, authenticate))
    .route('/', createFulfilmentApi(fulfilment, orders.get, authenticate))
    .route('/', createPaymentsApi(payments, authenticate, clock))
    .route('/', createReceivablesApi(receivables, authenticate))
    .route('/', createReviewsApi(reviews, authenticate))
    .route('/', createQuotesApi(quotes, authenticate))
    .route('/', createInvoicesApi(invoices, authenticate))
    .route('/', createPrintingApi(printing, authenticate))
    .route('/', createMailsApi(mails, authenticate))
    .route('/', createAuditApi(audit, authenticate))
    .route('/', createStaffDayApi(staffDay, staffChanges, staffNotices, authenticate))
    .route('/', createPersonalDataApi(personalData, authenticate))
}

/** The type of all calls, from which the browser's client is derived. */
export type Api = ReturnType<typeof createApi>
