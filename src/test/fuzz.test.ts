import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sessions } from '#features/accounts/tables.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { PaymentIntentResponse } from '#features/payments/schema.ts'
import { signatureOf } from '#sandbox/card/webhooks.ts'
import { createApi } from '#server/api.ts'
import { describeApi } from '#server/openapi/describe.ts'
import { answersOf, bodySchemaOf, callsOf, jsonSchemaOf, type Call } from '#server/openapi/document.ts'
import { openBrowser } from '#testing/browser.ts'
import { intentOf, openCardNetwork } from '#testing/card-network.ts'
import { makeTool, makeUser, orderOf } from '#testing/factories.ts'
import { drawFrom, wrong } from '#testing/json-arbitrary.ts'
import { drawRequests, type Sent } from '#testing/request-arbitrary.ts'
import { json, openTestShop } from '#testing/shop.ts'

/** FUZZ_SEED repeats a run, FUZZ_RUNS makes it longer. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const runsPerCall = Number(process.env.FUZZ_RUNS ?? 50)
/** Fewer: sign-in is slow on purpose. */
const signInRuns = Math.ceil(runsPerCall / 10)

const network = await openCardNetwork()
const shop = await openTestShop({ trustedProxies: 1, stripe: network.keys })
network.connect(shop.db, shop.clock)
afterAll(async () => {
  await network.close()
  await shop.close()
})
const document = await describeApi(createApi(shop.shop), shop.shop)
const schemas = document.components?.schemas ?? {}

const callers = ['nobody', 'user', 'admin', 'session'] as const
type Caller = (typeof callers)[number]
/** The headers that identify each caller: an access token, or only a session cookie. */
const credentials: Record<Caller, Record<string, string>> = { nobody: {}, user: {}, admin: {}, session: {} }
const known = { ids: [''], emails: [''] }
/** The payment intents of unpaid orders. */
const intents: string[] = []
const requestOf = drawRequests(drawFrom(schemas, known), shop.config.publicUrl)

beforeAll(async () => {
  const user = await shop.signedIn()
  credentials.user = { authorization: `Bearer ${user.token}` }
  const admin = await shop.signedIn({ role: 'admin' })
  credentials.admin = { authorization: `Bearer ${admin.token}` }
  const post = async <T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> =>
    answer.parse(await (await shop.app.request(`/api${path}`, json('POST', body, user.headers))).json())
  // An account with an open order cannot be erased: otherwise later calls would be unauthenticated.
  await Promise.all([user, admin].map((who) => leaveOpenOrder(who.headers)))
  const toolIds: string[] = []
  const orderIds: string[] = []
  for (let n = 0; n < 20; n += 1) {
    const tool = await makeTool(shop.db, { availableQuantity: 1000 })
    toolIds.push(tool.id)
    orderIds.push((await post('/order', orderOf(tool), OrderPlaced))._id)
  }
  for (const orderId of orderIds.slice(0, 5)) {
    const order = await shop.app.request(`/api/order/${orderId}`, { headers: user.headers })
    const { price } = Order.parse(await order.json())
    const { clientSecret } = await post('/create-payment-intent', { orderId, price }, PaymentIntentResponse)
    intents.push(intentOf(clientSecret))
  }
  // E-mails of other accounts: an admin's calls may make them admins, or remove them.
  const strangers = await Promise.all(Array.from({ length: 20 }, () => makeUser(shop.db)))
  known.ids = [...toolIds, ...orderIds]
  known.emails = strangers.map(({ email }) => email)
})

async function leaveOpenOrder(headers: Record<string, string>): Promise<void> {
  const order = json('POST', orderOf(await makeTool(shop.db)), headers)
  const { _id } = OrderPlaced.parse(await (await shop.app.request('/api/order', order)).json())
  await shop.db.update(orders).set({ state: 'paid', paidAt: shop.clock.now() }).where(eq(orders.id, _id))
}

const account = { name: 'Nusrat Jahan', email: 'session@example.com', password: 'first-secret' }
let session: typeof sessions.$inferInsert | undefined
let resetToken = ''

beforeAll(async () => {
  const signUp = async (email: string) => {
    const browser = openBrowser(shop.app, shop.config.publicUrl)
    await browser.post('/api/auth/sign-up/email', { ...account, email })
    return browser
  }
  const { cookies } = await signUp(account.email)
  credentials.session = { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') }
  const owner = await shop.shop.auth.api.getSession({ headers: new Headers(credentials.session) })
  ;[session] = await shop.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, owner?.session.id ?? ''))
  // For another account, since setting a new password also verifies the e-mail.
  const forgetful = 'forgetful@example.com'
  await (await signUp(forgetful)).post('/api/auth/request-password-reset', { email: forgetful })
  const link = new URL(shop.mails.findLast(({ to }) => to === forgetful)?.action?.url ?? 'missing:')
  resetToken = new URLSearchParams(link.hash.slice(1)).get('token') ?? ''
})

/** Some calls end the cookie's session: this inserts it again. */
async function keepSession(): Promise<void> {
  if (session) await shop.db.insert(sessions).values(session).onConflictDoNothing()
}

const allCalls = callsOf(document)
const isSignIn = ({ path }: Call) => path.startsWith('/auth/')
const cookieCalls = allCalls.filter(
  (call) => isSignIn(call) || call.operation.security?.some((scheme) => 'session' in scheme),
)
/** The sign-in calls ignore tokens, and the others ignore cookies. */
const tokenCalls = allCalls.filter((call) => !isSignIn(call))
const callsFor = { nobody: allCalls, user: tokenCalls, admin: tokenCalls, session: cookieCalls }

let sent = 0
async function send(
  method: string,
  { path, query, headers, body }: Sent,
  caller: Record<string, string>,
): Promise<Response> {
  sent += 1
  // Each call has its own address, or the rate limits would answer instead.
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
  const all = { ...headers, 'x-forwarded-for': address, ...caller }
  return shop.app.request(`/api${path}${query}`, { method, headers: all, ...(body !== undefined && { body }) })
}

/** The media types of a body, none for no body, and the schema of JSON. */
type Declared = { media: readonly string[]; schema: z.ZodType | undefined }

/** What a call declares for each status. */
function answerSchemas({ operation }: Call): Map<number, Declared> {
  const withDefinitions = (schema: object) =>
    z.fromJSONSchema(
      JSON.parse(JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/')),
    )
  return new Map(
    answersOf(operation).map(([status, { content = {} }]) => {
      const schema = jsonSchemaOf(content)
      return [Number(status), { media: Object.keys(content), schema: schema && withDefinitions(schema) }]
    }),
  )
}

async function expectDeclared(answer: Response, allowed: Map<number, Declared>): Promise<void> {
  expect([...allowed.keys()]).toContain(answer.status)
  const { media = [], schema } = allowed.get(answer.status) ?? {}
  if (media.length === 0) return expect(await answer.text()).toBe('')
  const [type] = answer.headers.get('content-type')?.split(';') ?? []
  expect(media).toContain(type)
  // What is not JSON is checked by tests of its own, and an event stream has no end.
  if (!schema) return answer.body?.cancel()
  const text = await answer.text()
  expect(schema.safeParse(JSON.parse(text)).error?.issues).toBeUndefined()
}

/** What the owner of the session sends to make a call succeed. */
function meant({ method, path, operation }: Call): Sent {
  const { email, password } = account
  const words: Record<string, string> = {
    ...account,
    ...(path === '/auth/sign-up/email' && { email: 'newcomer@example.com' }),
    currentPassword: password,
    newPassword: password,
    token: resetToken,
    provider: 'google',
    callbackURL: '/tools',
    errorCallbackURL: '/login',
  }
  const fields = Object.keys(bodySchemaOf(operation)?.properties ?? {})
  return {
    path: path.replace('{email}', encodeURIComponent(email)),
    query: '',
    headers: { 'content-type': 'application/json', origin: shop.config.publicUrl },
    body: method === 'GET' ? undefined : JSON.stringify(Object.fromEntries(fields.map((name) => [name, words[name]]))),
  }
}

describe('with a session', () => {
  // These need a current code, a mailed link or a device: one-time-codes.test.ts, mailed-sign-up.test.ts and passkeys.test.ts
  // test their success.
  const withMore = /^\/auth\/(?:sign-up\/confirm|two-factor\/.+|passkey\/(?!generate-authenticate-options).+)$/
  const alone = cookieCalls.filter(({ path }) => !withMore.test(path))
  test.each(alone)('$method $path succeeds as it declares', async (call) => {
    await keepSession()
    const answer = await send(call.method, meant(call), credentials.session)
    expect(answer.status).toBe(200)
    await expectDeclared(answer, answerSchemas(call))
  })
})

describe.each(callers)(`random requests as %s (FUZZ_SEED=${seed})`, (caller) => {
  test.each(callsFor[caller])('$method $path answers as it declares', async (call) => {
    const allowed = answerSchemas(call)
    await fc.assert(
      fc.asyncProperty(requestOf(call), async (request) => {
        if (caller === 'session') await keepSession()
        await expectDeclared(await send(call.method, request, credentials[caller]), allowed)
      }),
      { seed, numRuns: isSignIn(call) ? signInRuns : runsPerCall },
    )
  })
})

/** Events in Stripe's format: about existing and unknown payments, with arbitrary other fields. */
const drawnEvents = () => {
  const intent = fc.oneof(fc.constantFrom(...intents), fc.stringMatching(/^pi_\w{1,30}$/))
  const anything = fc.oneof(fc.nat(), wrong)
  const object = fc.record(
    {
      id: intent,
      payment_intent: fc.oneof(intent, fc.record({ id: intent }), fc.constant(null)),
      status: anything,
      amount: anything,
      amount_received: anything,
      amount_refunded: anything,
      currency: anything,
      client_secret: anything,
    },
    { requiredKeys: ['id', 'payment_intent'] },
  )
  return fc.record({
    id: fc.stringMatching(/^evt_\w{1,30}$/),
    object: fc.constant('event'),
    created: fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: wrong }),
    type: fc.oneof(
      fc.constantFrom(
        ...['succeeded', 'payment_failed', 'processing', 'canceled'].map((end) => `payment_intent.${end}`),
      ),
      fc.constantFrom('charge.refunded', 'refund.failed', 'charge.dispute.closed', 'customer.created'),
    ),
    data: fc.oneof({ weight: 9, arbitrary: fc.record({ object }) }, { weight: 1, arbitrary: wrong }),
  })
}

test(`random events signed by the payment provider are answered as declared (FUZZ_SEED=${seed})`, async () => {
  const call = allCalls.find(({ path }) => path === '/payment/webhook')
  if (!call) throw new Error('there is no webhook in the document')
  const allowed = answerSchemas(call)
  const seconds = Math.floor(shop.clock.now().getTime() / 1000)
  const signed = fc.oneof({ weight: 9, arbitrary: drawnEvents() }, { weight: 1, arbitrary: wrong })
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(signed, async (event) => {
      const body = JSON.stringify(event)
      const signature = signatureOf(body, network.keys.webhookSecret, seconds)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const answer = await send('POST', { path: call.path, query: '', headers, body }, credentials.nobody)
      statuses.add(answer.status)
      await expectDeclared(answer, allowed)
    }),
    { seed, numRuns: runsPerCall * 2 },
  )
  expect(statuses).toContain(200)
})
