import { Hono } from 'hono'
import { createAccountsApi } from '#features/accounts/api.ts'
import { createCatalogueApi } from '#features/catalogue/api.ts'
import { createPictureApi } from '#features/catalogue/picture-api.ts'
import { createOrdersApi } from '#features/orders/api.ts'
import { createPaymentsApi } from '#features/payments/api.ts'
import { createQuotesApi } from '#features/quotes/api.ts'
import { createReviewsApi } from '#features/reviews/api.ts'
import type { Shop } from '#shop.ts'

/** The specification's calls, and ours, under /api. */
export function createApi({
  accounts,
  catalogue,
  pictures,
  orders,
  payments,
  reviews,
  quotes,
  authenticate,
  verifyToken,
}: Shop) {
  return new Hono()
    .route('/', createAccountsApi(accounts, authenticate))
    .route('/', createCatalogueApi(catalogue, authenticate))
    .route('/', createPictureApi(pictures, authenticate))
    .route('/', createOrdersApi(orders, authenticate, verifyToken))
    .route('/', createPaymentsApi(payments, authenticate))
    .route('/', createReviewsApi(reviews, authenticate))
    .route('/', createQuotesApi(quotes, authenticate))
}

/** The type of every call, from which the browser's client is made. */
export type Api = ReturnType<typeof createApi>
