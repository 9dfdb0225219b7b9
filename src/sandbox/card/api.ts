import { Hono } from 'hono'
import { z } from 'zod'
import type { Log } from '#platform/log/log.ts'
import { answerErrors } from './answer.ts'
import { namedPaymentMethod } from './cards.ts'
import { invalidRequest, readParams, SandboxError } from './errors.ts'
import { integerText, listOf, Metadata, parseForm } from './form.ts'
import { idempotent } from './idempotency.ts'
import { newObjectId, type PaymentMethod } from './objects.ts'
import { sameText, type Payments } from './payments.ts'
import type { SandboxStore } from './store.ts'
import { wireIntent, wireRefund } from './wire.ts'

const CreateIntent = z.strictObject({
  amount: integerText,
  currency: z.string().regex(/^[a-z]{3}$/i),
  allowed_payment_method_types: listOf(z.literal('card')).optional(),
  description: z.string().max(1000).optional(),
  metadata: Metadata.optional(),
  payment_method: z.string().optional(),
  receipt_email: z.string().optional(),
})

const ConfirmIntent = z.strictObject({
  payment_method: z.string().optional(),
  return_url: z.string().optional(),
})

const CancelIntent = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

const CreateRefund = z.strictObject({
  payment_intent: z.string(),
  amount: integerText.optional(),
  metadata: Metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

const ListPage = z.strictObject({
  limit: integerText.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
})

const Since = z.strictObject({ gte: integerText }).optional()
const MoneyBackPage = ListPage.extend({ created: Since, payment_intent: z.string().optional() })
const EventPage = ListPage.extend({ created: Since, types: listOf(z.string()).optional() })

const AnswerDispute = z.strictObject({
  evidence: z.record(z.string().max(60), z.string().max(20_000)).optional(),
  submit: z.enum(['true', 'false']).optional(),
})

/** Amounts must be a multiple of this (https://docs.stripe.com/currencies, "Three-decimal", "Special cases"). */
const steps: Readonly<Record<string, number>> = { bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10, isk: 100, ugx: 100 }

function refuseFraction(amount: number, currency: string): void {
  const step = steps[currency] ?? 1
  if (amount % step === 0) return
  throw invalidRequest(`Invalid amount. An amount in ${currency} must be evenly divisible by ${step}.`, {
    code: 'invalid_charge_amount_no_decimal_compatible',
    param: 'amount',
  })
}

/** The number of digits of Stripe's largest amount (https://docs.stripe.com/currencies, "Minimum and maximum charge amounts"). */
const mostDigits = (currency: string): number => (currency === 'idr' ? 12 : 8)

type Options = { payments: Payments; store: SandboxStore; secretKey: string; now: () => Date; log: Log }

/** The secret-key side of Stripe's API, as far as the shop uses it (https://docs.stripe.com/api). */
export function createApi({ payments, store, secretKey, now, log }: Options): Hono {
  const api = new Hono()
  answerErrors(api, log)
  api.use(async (c, next) => {
    c.header('Request-Id', newObjectId('req'))
    if (!sameText(c.req.header('Authorization') ?? '', `Bearer ${secretKey}`)) {
      throw new SandboxError(401, 'invalid_request_error', 'Invalid API Key provided.')
    }
    await next()
  })
  api.use(idempotent(store, now))

  function method(name: string | undefined): PaymentMethod | null {
    if (name === undefined) return null
    const known = namedPaymentMethod(name, now())
    if (known) return known
    throw invalidRequest(`No such PaymentMethod: '${name}'`, { code: 'resource_missing', param: 'payment_method' })
  }

  api.post('/v1/payment_intents', async (c) => {
    const params = readParams(CreateIntent, parseForm(await c.req.text()))
    if (params.amount < 1)
      throw invalidRequest('Invalid positive integer', { code: 'amount_too_small', param: 'amount' })
    const currency = params.currency.toLowerCase()
    const most = mostDigits(currency)
    if (String(params.amount).length > most) {
      throw invalidRequest(`Amount must be no more than ${most} digits.`, { code: 'amount_too_large', param: 'amount' })
    }
    refuseFraction(params.amount, currency)
    const intent = await payments.createIntent({
      amount: params.amount,
      currency,
      description: params.description ?? null,
      receipt_email: params.receipt_email ?? null,
      metadata: params.metadata ?? {},
      method: method(params.payment_method),
    })
    return c.json(wireIntent(intent))
  })

  api.get('/v1/payment_intents', async (c) => {
    const { limit, starting_after } = readParams(ListPage, c.req.query())
    const intents = await payments.listIntents({ limit: limit + 1, after: starting_after })
    return c.json(listResponse('/v1/payment_intents', intents.map(wireIntent), limit))
  })

  api.get('/v1/payment_intents/:id', async (c) => c.json(wireIntent(await payments.readIntent(c.req.param('id')))))

  api.post('/v1/payment_intents/:id/confirm', async (c) => {
    const params = readParams(ConfirmIntent, parseForm(await c.req.text()))
    return c.json(wireIntent(await payments.confirmIntent(c.req.param('id'), method(params.payment_method))))
  })

  api.post('/v1/payment_intents/:id/cancel', async (c) => {
    const { cancellation_reason } = readParams(CancelIntent, parseForm(await c.req.text()))
    return c.json(wireIntent(await payments.cancelIntent(c.req.param('id'), cancellation_reason ?? null)))
  })

  api.post('/v1/refunds', async (c) => {
    const { payment_intent, amount, reason, metadata } = readParams(CreateRefund, parseForm(await c.req.text()))
    const refund = { intentId: payment_intent, amount, reason: reason ?? null, metadata: metadata ?? {} }
    return c.json(wireRefund(await payments.refunds.create(refund)))
  })

  api.get('/v1/refunds', async (c) => {
    const { page, limit, filter } = moneyBackPage(c.req.url)
    const found = await payments.refunds.list(page, filter)
    return c.json(listResponse('/v1/refunds', found.map(wireRefund), limit))
  })

  api.get('/v1/refunds/:id', async (c) => c.json(wireRefund(await payments.refunds.read(c.req.param('id')))))

  api.get('/v1/disputes', async (c) => {
    const { page, limit, filter } = moneyBackPage(c.req.url)
    return c.json(listResponse('/v1/disputes', await payments.disputes.list(page, filter), limit))
  })

  api.get('/v1/disputes/:id', async (c) => c.json(await payments.disputes.read(c.req.param('id'))))

  api.post('/v1/disputes/:id', async (c) => {
    const { evidence } = readParams(AnswerDispute, parseForm(await c.req.text()))
    return c.json(await payments.disputes.answer(c.req.param('id'), evidence ?? {}))
  })

  api.post('/v1/disputes/:id/close', async (c) => c.json(await payments.disputes.close(c.req.param('id'))))

  api.get('/v1/events', async (c) => {
    const { limit, starting_after, created, types } = readParams(EventPage, queryOf(c.req.url))
    const page = { limit: limit + 1, after: starting_after }
    return c.json(listResponse('/v1/events', await payments.listEvents(page, { since: created?.gte, types }), limit))
  })

  api.get('/v1/events/:id', async (c) => c.json(await payments.readEvent(c.req.param('id'))))

  return api
}

/** A parsed query with its nested parameters, such as `created[gte]`. */
const queryOf = (url: string) => parseForm(new URL(url).search)

function moneyBackPage(url: string) {
  const { limit, starting_after, created, payment_intent } = readParams(MoneyBackPage, queryOf(url))
  const filter = { since: created?.gte, paymentIntent: payment_intent }
  return { limit, page: { limit: limit + 1, after: starting_after }, filter }
}

/** One page of a list; `found` holds one item more than the page when there are more. */
function listResponse<T>(url: string, found: T[], limit: number) {
  return { object: 'list', url, has_more: found.length > limit, data: found.slice(0, limit) }
}
