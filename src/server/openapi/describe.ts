import { generateSpecs } from 'hono-openapi'
import { Hono } from 'hono'
import { site } from '#content/site.ts'
import { describedAuthRoutes } from '#features/accounts/auth-document.ts'
import type { Shop } from '#shop.ts'
import type { Api } from '../api.ts'
import { callsOf, parametersOf, type ApiDocument, type Operation } from './document.ts'
import { nameSchemas } from './schemas.ts'

const tags = [
  { name: 'Catalogue', description: 'Tools: the products on sale.' },
  { name: 'Stock', description: 'Stock movements, and who is waiting for stock.' },
  { name: 'Cart', description: 'What a buyer gathers before they order it.' },
  { name: 'Addresses', description: 'Where an account has its orders sent.' },
  { name: 'Saved lists', description: 'What an account orders again and again.' },
  { name: 'Quick order', description: 'Lists of part numbers, as buyers have them.' },
  { name: 'Orders', description: 'Placing and following orders.' },
  { name: 'Payments', description: 'Paying an order by card.' },
  { name: 'Reviews', description: 'What customers say.' },
  { name: 'On account', description: 'Buying now and paying later: terms, payments and statements.' },
  { name: 'Documents', description: 'Confirmations, invoices, credit notes, packing slips and offers as PDF.' },
  { name: 'Quotes', description: 'Requests for a quote, offers, and the orders that they become.' },
  { name: 'Staff', description: 'What is waiting for staff, and when it changes.' },
  { name: 'Mail', description: 'What the shop wrote to people, and what could not be delivered.' },
  { name: 'Audit', description: 'Who did what, when and from where.' },
  {
    name: 'Sign-in',
    description:
      'Sessions, kept in a cookie. A call with the cookie needs the site’s Origin header. Over https, the cookie’s name begins with __Host-.',
  },
  { name: 'Accounts', description: 'Who people are, and what they may do.' },
]

const description = `The site does everything through these calls.

Sign in at POST /api/auth/sign-in/email, which sets the session cookie, and exchange the session at PUT /api/user/{email} for an
access token. Send it as Authorization: Bearer. It is valid for 15 minutes; what its user may do is checked on every call.

Every error is a problem document (RFC 9457). Money is a number in major units, times are ISO 8601 in UTC. Lists take
limit and cursor: the Link header points to the next page, and X-Total-Count is the length of the whole list.`

/** The document of our calls, generated from their schemas and routes, so that it cannot disagree with them. */
export async function describeApi(
  api: Api,
  { authenticate, verifyToken }: Pick<Shop, 'authenticate' | 'verifyToken'>,
): Promise<ApiDocument> {
  nameSchemas()
  const document = await generateSpecs(new Hono().route('/', describedAuthRoutes()).route('/', api), {
    // Otherwise the generator adds a 400 of its own to every validated route.
    defaultValidationErrorResponse: false,
    // Nor are `/orders.csv` and `/statement.pdf` files.
    excludeStaticFile: false,
    documentation: {
      info: { title: `${site.name} API`, version: '1.0.0', description },
      servers: [{ url: '/api' }],
      tags,
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          session: { type: 'apiKey', in: 'cookie', name: 'wattwork.session_token' },
        },
      },
    },
  })
  const guarded = guardedBy(api, [authenticate, verifyToken])
  for (const { method, path, operation } of callsOf(document)) {
    if (guarded.has(`${method} ${path}`)) operation.security = [{ accessToken: [] }]
    else if (operation.responses?.['401']) operation.security ??= [{ session: [] }]
    // A request that another site's page makes a browser send is refused before it reaches the call.
    if (method !== 'GET' && operation.responses) operation.responses['403'] ??= forbidden
    if (parametersOf(operation).some(({ name }) => name === 'cursor')) describePage(operation)
  }
  return document
}

const forbidden = {
  description: 'Forbidden',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** The calls behind any of these middlewares, as `GET /tool/{toolId}`. */
function guardedBy(api: Pick<Hono, 'routes'>, middlewares: readonly unknown[]): Set<string> {
  const routes = api.routes.filter(({ handler }) => middlewares.includes(handler))
  return new Set(routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))
}

function describePage({ responses }: Operation): void {
  const answer = responses?.['200']
  if (!answer || '$ref' in answer) return
  answer.headers = {
    'X-Total-Count': {
      description: 'The length of the whole list.',
      required: true,
      schema: { type: 'integer', minimum: 0 },
    },
    Link: {
      description: 'The next page, as <address>; rel="next" (RFC 8288). Not sent on the last page.',
      schema: { type: 'string' },
    },
  }
}
