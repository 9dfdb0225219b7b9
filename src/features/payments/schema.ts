import { z } from 'zod'

/**
 * What POST /create-payment-intent takes: the order, or its price alone. The amount charged is always the order's own; a
 * `price` only has to agree.
 */
export const PaymentIntentRequest = z.strictObject({
  orderId: z.uuid().optional(),
  price: z.number().positive().optional(),
})
export type PaymentIntentRequest = z.infer<typeof PaymentIntentRequest>

export const PaymentIntentAnswer = z.object({ clientSecret: z.string() })

/** How the browser pays: Stripe's own element, the sandbox's form, or not at all. Public, the same for everyone. */
export const PaymentMode = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ mode: z.literal('sandbox'), publishableKey: z.string() }),
  z.object({ mode: z.literal('off') }),
])
export type PaymentMode = z.infer<typeof PaymentMode>

export const PaymentReturn = z.strictObject({ orderId: z.uuid() })

export const WebhookAnswer = z.object({ received: z.literal(true) })
