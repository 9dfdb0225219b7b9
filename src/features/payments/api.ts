import { isUtf8 } from 'node:buffer'
import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { Order } from '#features/orders/schema.ts'
import { networkOf } from '#platform/http/client-address.ts'
import { answers } from '#platform/http/describe.ts'
import { idempotencyKey } from '#platform/http/idempotency-key.ts'
import { createOneByOne } from '#platform/http/one-by-one.ts'
import { body, path } from '#platform/http/validate.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { requirePaymentStaff } from './policy.ts'
import {
  Disagreement,
  DisagreementPath,
  Mended,
  OrderMoney,
  PaymentIntentRequest,
  PaymentIntentResponse,
  PaymentReturn,
  Refund,
  RefundRequest,
  WebhookResponse,
} from './schema.ts'
import type { Payments } from './service.ts'
import { createBodies, freshlySigned, mostBodies } from './webhook-bodies.ts'

/** Set by the app for every call: see `clientAddress` there. */
type Env = { Variables: { clientAddress: string } }

const tags = ['Payments']
const byOrder = path(z.object({ orderId: z.uuid() }))
const keyed = idempotencyKey('Makes a retry safe: the same key with the same body is the same refund.')

/** Payments, refunds, disagreements with the provider, and POST /payment/webhook for its events. */
export function createPaymentsApi(payments: Payments, authenticate: Authenticate, clock: Clock) {
  // Many large webhooks can arrive at once: between two of them the process serves other requests.
  const inTurn = createOneByOne()
  const readBody = createBodies(mostBodies)
  return new Hono<Env>()
    .post(
      '/create-payment-intent',
      describeRoute({
        tags,
        summary: 'Start paying for an order',
        responses: answers({ 200: PaymentIntentResponse }, 400, 401, 404, 409, 413, 422, 429, 503),
      }),
      authenticate,
      body(PaymentIntentRequest),
      async (c) => c.json({ clientSecret: await payments.createIntent(c.var.actor, c.req.valid('json')) }, 200),
    )
    .post(
      '/payment/return',
      describeRoute({
        tags,
        summary: 'Report that the browser is back from paying: returns the order as it is now',
        responses: answers({ 200: Order }, 400, 401, 404, 413, 422, 429, 503),
      }),
      authenticate,
      body(PaymentReturn),
      async (c) => c.json(await payments.returned(c.var.actor, c.req.valid('json').orderId), 200),
    )
    .post(
      '/order/:orderId/refund',
      describeRoute({
        tags,
        summary: 'Refund an order, in full or in part',
        description:
          'Answers 202 if the payment provider could not be reached: the refund is sent as soon as it can be.',
        responses: answers({ 201: Refund, 202: Refund }, 400, 401, 403, 404, 409, 413, 422, 429, 503),
      }),
      authenticate,
      permit(requirePaymentStaff),
      byOrder,
      keyed,
      body(RefundRequest),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key']
        const refund = await payments.refund(c.var.actor, c.req.valid('param').orderId, c.req.valid('json'), key)
        return c.json(refund, refund.state === 'requested' ? 202 : 201)
      },
    )
    .get(
      '/order/:orderId/money',
      describeRoute({
        tags,
        summary: 'What was paid for an order, what was refunded and what is kept',
        responses: answers({ 200: OrderMoney }, 401, 404),
      }),
      authenticate,
      byOrder,
      async (c) => c.json(await payments.money(c.var.actor, c.req.valid('param').orderId), 200),
    )
    .get(
      '/payments/disagreements',
      describeRoute({
        tags,
        summary: 'Differences from the payment provider, oldest first',
        responses: answers({ 200: z.array(Disagreement) }, 401, 403),
      }),
      authenticate,
      permit(requirePaymentStaff),
      async (c) => c.json(await payments.disagreements(c.var.actor), 200),
    )
    .post(
      '/payments/disagreements/:kind/:id',
      describeRoute({
        tags,
        summary: 'Resolve a difference with the action that the list gives',
        responses: answers({ 200: Mended }, 401, 403, 404, 409, 429, 503),
      }),
      authenticate,
      permit(requirePaymentStaff),
      path(DisagreementPath),
      async (c) => {
        const { kind, id } = c.req.valid('param')
        return c.json({ agrees: await payments.mend(c.var.actor, kind, id) }, 200)
      },
    )
    .post(
      '/payment/webhook',
      describeRoute({
        tags,
        summary: 'Receive a signed event from the payment provider',
        responses: answers({ 200: WebhookResponse }, 400, 413, 503),
      }),
      freshlySigned(clock),
      async (c) => {
        const bytes = await readBody(c.var.clientAddress, c.req)
        await inTurn(networkOf(c.var.clientAddress))
        // Decoding a body that is not UTF-8 takes twenty times as long.
        if (!isUtf8(bytes)) throw new Failure('bad-request', 'The body is not text in UTF-8.')
        await payments.webhook(bytes.toString(), c.req.header('stripe-signature') ?? '')
        return c.json({ received: true as const }, 200)
      },
    )
}
