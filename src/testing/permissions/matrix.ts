import { newId } from '#platform/ids.ts'
import { anAddress, orderOf } from '../factories.ts'

/** Who calls, in the order of a call's statuses. */
export const callers = ['nobody', 'user', 'other user', 'removed user', 'admin'] as const
export type Caller = (typeof callers)[number]

/** The data a call refers to: a tool for sale, and the user's own unpaid order for it. */
export type World = {
  mailId: string
  quoteId: string
  reviewId: string
  toolId: string
  version: number
  orderId: string
  price: number
  email: string
  stranger: string
}
export type Call = {
  /** The status each caller gets, in the order of `callers`. */
  statuses: readonly [number, number, number, number, number]
  path: (world: World) => string
  body?: (world: World) => unknown
}

const anyone = (status: number) => [status, status, status, status, status] as const
const signedIn = (status: number) => [401, status, status, 401, status] as const
const adminOnly = (status: number) => [401, 403, 403, 401, status] as const
const ownerOrAdmin = (status: number, refused: 403 | 404) => [401, status, refused, 401, status] as const
const ownerAlone = (status: number) => [401, status, 404, 401, 404] as const

export const newTool = { name: 'Fan', description: 'A fan.', price: 6.9, img: '/products/fan120.webp' }
export const newQuote = {
  name: 'Nusrat',
  email: 'nusrat@example.com',
  phone: '+880 1711',
  productName: 'Fan',
  price: 6,
  quantity: 9,
}

/** Every call of the API, and who may make it. */
export const matrix: Readonly<Record<string, Call>> = {
  'GET /profile': { statuses: signedIn(200), path: () => '/profile' },
  'GET /profile/export': { statuses: signedIn(200), path: () => '/profile/export' },
  'GET /profile/passkey': { statuses: signedIn(200), path: () => '/profile/passkey' },
  'GET /profile/device': { statuses: signedIn(200), path: () => '/profile/device' },
  // Nobody here has such a device.
  'DELETE /profile/device/:deviceId': { statuses: signedIn(404), path: ({ toolId }) => `/profile/device/${toolId}` },
  // 422: the body is invalid, so nobody is erased.
  'DELETE /profile': { statuses: signedIn(422), path: () => '/profile', body: () => ({ password: 6 }) },
  // An access token is not a session: it cannot be exchanged for a fresh one.
  'PUT /user/:email': { statuses: anyone(401), path: ({ email }) => `/user/${email}` },
  'GET /admin/:email': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/admin/${email}` },
  'GET /user': { statuses: adminOnly(200), path: () => '/user' },
  'PUT /user/admin/:email': { statuses: adminOnly(200), path: ({ stranger }) => `/user/admin/${stranger}` },
  'DELETE /user/admin/:email': { statuses: adminOnly(200), path: ({ stranger }) => `/user/admin/${stranger}` },
  'DELETE /user/:email': { statuses: adminOnly(204), path: ({ stranger }) => `/user/${stranger}` },
  'GET /tool': { statuses: anyone(200), path: () => '/tool' },
  'GET /tool/:toolId': { statuses: anyone(200), path: ({ toolId }) => `/tool/${toolId}` },
  'POST /tool': { statuses: adminOnly(201), path: () => '/tool', body: () => newTool },
  'PATCH /tool/:toolId': {
    statuses: adminOnly(200),
    path: ({ toolId }) => `/tool/${toolId}`,
    body: ({ version }) => ({ version, price: 7 }),
  },
  'DELETE /tool/:toolId': { statuses: adminOnly(204), path: ({ toolId }) => `/tool/${toolId}` },
  'POST /tool/:toolId/restore': { statuses: adminOnly(200), path: ({ toolId }) => `/tool/${toolId}/restore` },
  'GET /tool/:toolId/stock': { statuses: adminOnly(200), path: ({ toolId }) => `/tool/${toolId}/stock` },
  'POST /tool/:toolId/stock': {
    statuses: adminOnly(200),
    path: ({ toolId }) => `/tool/${toolId}/stock`,
    body: () => ({ received: 5 }),
  },
  'GET /tool/:toolId/wait': { statuses: signedIn(200), path: ({ toolId }) => `/tool/${toolId}/wait` },
  // 409: the tool is in stock.
  'POST /tool/:toolId/wait': { statuses: signedIn(409), path: ({ toolId }) => `/tool/${toolId}/wait` },
  'DELETE /tool/:toolId/wait': { statuses: signedIn(204), path: ({ toolId }) => `/tool/${toolId}/wait` },
  // 422: the call sends no picture.
  'POST /picture': { statuses: adminOnly(422), path: () => '/picture' },
  'GET /cart': { statuses: signedIn(200), path: () => '/cart' },
  // 422: `lines` is not a list.
  'PUT /cart': { statuses: signedIn(422), path: () => '/cart', body: () => ({ version: 0, lines: 'none' }) },
  'GET /addresses': { statuses: signedIn(200), path: () => '/addresses' },
  'POST /addresses': { statuses: signedIn(201), path: () => '/addresses', body: () => anAddress },
  // Nobody here has an address with that id.
  'PUT /addresses/:addressId': {
    statuses: signedIn(404),
    path: () => `/addresses/${newId()}`,
    body: () => anAddress,
  },
  'DELETE /addresses/:addressId': { statuses: signedIn(404), path: () => `/addresses/${newId()}` },
  'GET /lists': { statuses: signedIn(200), path: () => '/lists' },
  'POST /lists': {
    statuses: signedIn(201),
    path: () => '/lists',
    body: ({ toolId }) => ({ name: newId(), lines: [{ toolId, quantity: 1 }] }),
  },
  // Nobody here has a list with that id.
  'GET /lists/:listId': { statuses: signedIn(404), path: () => `/lists/${newId()}` },
  'PUT /lists/:listId': {
    statuses: signedIn(404),
    path: () => `/lists/${newId()}`,
    body: ({ toolId }) => ({ name: 'Kit', lines: [{ toolId, quantity: 1 }] }),
  },
  'DELETE /lists/:listId': { statuses: signedIn(404), path: () => `/lists/${newId()}` },
  'POST /quick-order': { statuses: signedIn(200), path: () => '/quick-order', body: () => ({ rows: [] }) },
  'PUT /quick-order/part': {
    statuses: signedIn(204),
    path: () => '/quick-order/part',
    body: () => ({ part: 'Kiosk', toolId: null }),
  },
  'GET /credit': { statuses: signedIn(200), path: () => '/credit' },
  'GET /statement': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/statement?email=${email}` },
  'GET /statement.pdf': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/statement.pdf?email=${email}` },
  'PUT /user/:email/terms': {
    statuses: adminOnly(200),
    path: ({ stranger }) => `/user/${stranger}/terms`,
    body: () => ({ netDays: 30, creditLimit: 1000 }),
  },
  'GET /user/:email/open': { statuses: adminOnly(200), path: ({ email }) => `/user/${email}/open` },
  // 409: a buyer who has never had terms has no account.
  'POST /payment': {
    statuses: adminOnly(409),
    path: () => '/payment',
    body: ({ email }) => ({ email, amount: 1, reference: 'TT 1', receivedAt: '2025-06-01' }),
  },
  'GET /order': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/order?email=${email}` },
  'GET /order/:orderId': { statuses: ownerOrAdmin(200, 404), path: ({ orderId }) => `/order/${orderId}` },
  'POST /order': { statuses: signedIn(201), path: () => '/order', body: ({ toolId }) => orderOf({ id: toolId }) },
  'POST /order/check': { statuses: signedIn(200), path: () => '/order/check', body: () => ({ lines: [] }) },
  'POST /order/:orderId/cancel': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/cancel`,
  },
  'GET /order/:orderId/papers': { statuses: ownerOrAdmin(200, 404), path: ({ orderId }) => `/order/${orderId}/papers` },
  'GET /order/:orderId/confirmation.pdf': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/confirmation.pdf`,
  },
  // 409: it is not paid.
  'GET /order/:orderId/invoice.pdf': {
    statuses: ownerOrAdmin(409, 404),
    path: ({ orderId }) => `/order/${orderId}/invoice.pdf`,
  },
  'GET /order/:orderId/invoice.xml': {
    statuses: ownerOrAdmin(409, 404),
    path: ({ orderId }) => `/order/${orderId}/invoice.xml`,
  },
  'GET /order/:orderId/packing-slip.pdf': {
    statuses: ownerOrAdmin(409, 404),
    path: ({ orderId }) => `/order/${orderId}/packing-slip.pdf`,
  },
  // Nothing was issued for it.
  'GET /order/:orderId/issued/:invoiceId': {
    statuses: ownerOrAdmin(404, 404),
    path: ({ orderId }) => `/order/${orderId}/issued/${newId()}`,
  },
  'GET /quote/:quoteId/offer.pdf': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ quoteId }) => `/quote/${quoteId}/offer.pdf`,
  },
  'GET /orders': { statuses: adminOnly(200), path: () => '/orders' },
  'GET /orders.csv': { statuses: adminOnly(200), path: () => '/orders.csv' },
  // 422: there is nothing to print.
  'POST /prints': {
    statuses: adminOnly(422),
    path: () => '/prints',
    body: () => ({ kind: 'packing-slip', q: newId() }),
  },
  'GET /prints': { statuses: adminOnly(200), path: () => '/prints' },
  // No such print was requested.
  'GET /prints/:printId': { statuses: adminOnly(404), path: () => `/prints/${newId()}` },
  'GET /prints/:printId/papers.pdf': { statuses: adminOnly(404), path: () => `/prints/${newId()}/papers.pdf` },
  'GET /order/:orderId/events': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/events`,
  },
  'GET /order/:orderId/stock': {
    statuses: adminOnly(200),
    path: ({ orderId }) => `/order/${orderId}/stock`,
  },
  'POST /order/:orderId/note': {
    statuses: adminOnly(204),
    path: ({ orderId }) => `/order/${orderId}/note`,
    body: () => ({ note: 'Call first.' }),
  },
  // 409: the order is not paid.
  'POST /order/:orderId/pack': { statuses: adminOnly(409), path: ({ orderId }) => `/order/${orderId}/pack` },
  'POST /order/:orderId/ship': {
    statuses: adminOnly(409),
    path: ({ orderId }) => `/order/${orderId}/ship`,
    body: () => ({ carrier: 'DHL' }),
  },
  'POST /order/:orderId/deliver': {
    statuses: adminOnly(409),
    path: ({ orderId }) => `/order/${orderId}/deliver`,
    body: () => ({}),
  },
  'POST /create-payment-intent': {
    statuses: ownerAlone(200),
    path: () => '/create-payment-intent',
    body: ({ orderId, price }) => ({ orderId, price }),
  },
  'POST /payment/return': {
    statuses: ownerAlone(200),
    path: () => '/payment/return',
    body: ({ orderId }) => ({ orderId }),
  },
  // 409: the order is not paid, and nobody else learns that.
  'POST /order/:orderId/refund': {
    statuses: adminOnly(409),
    path: ({ orderId }) => `/order/${orderId}/refund`,
    body: () => ({ reason: 'Broken', restock: false }),
  },
  'GET /order/:orderId/money': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/money`,
  },
  'GET /payments/disagreements': { statuses: adminOnly(200), path: () => '/payments/disagreements' },
  // 404: nothing disagrees.
  'POST /payments/disagreements/:kind/:id': {
    statuses: adminOnly(404),
    path: ({ orderId }) => `/payments/disagreements/amounts-differ/${orderId}`,
  },
  // Open only to callers with the payment provider's signature: none of these has it.
  'POST /payment/webhook': {
    statuses: anyone(400),
    path: () => '/payment/webhook',
    body: () => ({ type: 'payment_intent.succeeded' }),
  },
  'GET /review': { statuses: anyone(200), path: () => '/review' },
  'POST /addreview': {
    statuses: signedIn(201),
    path: () => '/addreview',
    body: () => ({ name: 'Nusrat', description: 'Good.', rating: 5 }),
  },
  'DELETE /review/:reviewId': {
    statuses: adminOnly(204),
    path: ({ reviewId }) => `/review/${reviewId}`,
    body: () => ({ reason: 'Names a person.' }),
  },
  'POST /quote': { statuses: anyone(201), path: () => '/quote', body: () => newQuote },
  'GET /quote': { statuses: signedIn(200), path: () => '/quote' },
  'GET /quote/:quoteId': { statuses: ownerOrAdmin(200, 404), path: ({ quoteId }) => `/quote/${quoteId}` },
  'POST /quote/:quoteId/offer': {
    statuses: adminOnly(204),
    path: ({ quoteId }) => `/quote/${quoteId}/offer`,
    body: ({ toolId }) => ({ lines: [{ toolId, quantity: 1, unitPrice: 1 }], validUntil: '2025-06-09' }),
  },
  'POST /quote/:quoteId/accept': {
    // 409: the quote is another user's.
    statuses: [401, 201, 404, 401, 409],
    path: ({ quoteId }) => `/quote/${quoteId}/accept`,
    body: () => ({ address: 'Dhaka', phone: '+880 1711 000000' }),
  },
  // 409: staff can decline a request, but must withdraw an offer.
  'POST /quote/:quoteId/decline': {
    statuses: [401, 204, 404, 401, 409],
    path: ({ quoteId }) => `/quote/${quoteId}/decline`,
    body: () => ({}),
  },
  'POST /quote/:quoteId/withdraw': {
    statuses: ownerOrAdmin(204, 404),
    path: ({ quoteId }) => `/quote/${quoteId}/withdraw`,
    body: () => ({}),
  },
  'POST /quote/:quoteId/message': {
    statuses: ownerOrAdmin(204, 404),
    path: ({ quoteId }) => `/quote/${quoteId}/message`,
    body: () => ({ message: 'In black?' }),
  },
  'POST /quote/:quoteId/answered': { statuses: adminOnly(200), path: ({ quoteId }) => `/quote/${quoteId}/answered` },
  'DELETE /quote/:quoteId/answered': { statuses: adminOnly(200), path: ({ quoteId }) => `/quote/${quoteId}/answered` },
  'GET /staff/changes': { statuses: adminOnly(200), path: () => '/staff/changes' },
  'GET /staff/day': { statuses: adminOnly(200), path: () => '/staff/day' },
  'GET /mails': { statuses: adminOnly(200), path: () => '/mails' },
  'GET /mails/:mailId': { statuses: adminOnly(200), path: ({ mailId }) => `/mails/${mailId}` },
  'POST /mails/send-failed': { statuses: adminOnly(200), path: () => '/mails/send-failed' },
  'POST /mails/:mailId/send': { statuses: adminOnly(200), path: ({ mailId }) => `/mails/${mailId}/send` },
  'GET /audit': { statuses: adminOnly(200), path: () => '/audit' },
  'GET /staff/notices': { statuses: adminOnly(200), path: () => '/staff/notices' },
  'PUT /staff/notices': {
    statuses: adminOnly(200),
    path: () => '/staff/notices',
    body: () => ({ orders: 'daily', quotes: 'off' }),
  },
  'GET /openapi.json': { statuses: anyone(200), path: () => '/openapi.json' },
  'GET /docs': { statuses: anyone(200), path: () => '/docs' },
  'GET /docs.css': { statuses: anyone(200), path: () => '/docs.css' },
}
