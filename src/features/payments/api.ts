import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { Order } from '#features/orders/schema.ts'
import { answers } from '#platform/http/describe.ts'
import { body } from '#platform/http/validate.ts'
import { PaymentIntentAnswer, PaymentIntentRequest, PaymentReturn, WebhookAnswer } from './schema.ts'
import type { Payments } from './service.ts'

const tags = ['Payments']

/** POST /create-payment-intent, POST /payment/return, and POST /payment/webhook for the provider. */
export function createPaymentsApi(payments: Payments, authenticate: Authenticate) {
  return new Hono()
    .post(
      '/create-payment-intent',
      describeRoute({
        tags,
        summary: 'Start paying for an order',
        responses: answers({ 200: PaymentIntentAnswer }, 400, 401, 404, 409, 413, 422, 429, 502, 503),
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
        responses: answers({ 200: Order }, 400, 401, 404, 413, 422, 429, 502, 503),
      }),
      authenticate,
      body(PaymentReturn),
      async (c) => c.json(await payments.returned(c.var.actor, c.req.valid('json').orderId), 200),
    )
    .post(
      '/payment/webhook',
      describeRoute({
        tags,
        summary: 'Receive a signed event from the payment provider',
        responses: answers({ 200: WebhookAnswer }, 400, 413, 502, 503),
      }),
      async (c) => {
        await payments.webhook(await c.req.text(), c.req.header('stripe-signature') ?? '')
        return c.json({ received: true as const }, 200)
      },
    )
}
