import { z } from 'zod'
import { mostLines, Words } from '#features/orders/placing-schema.ts'
import { LineQuantity } from '#features/orders/schema.ts'

/**
 * Body of POST /create-payment-intent: the order, or its price alone. The amount charged is always the order's own; a
 * `price` only has to agree.
 */
export const PaymentIntentRequest = z.strictObject({
  orderId: z.uuid().optional(),
  price: z.number().positive().optional(),
})
export type PaymentIntentRequest = z.infer<typeof PaymentIntentRequest>

export const PaymentIntentResponse = z.object({ clientSecret: z.string() })

/** How the browser pays: Stripe's own element, the sandbox's form, or not at all. Public, the same for everyone. */
export const PaymentMode = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ mode: z.literal('sandbox'), publishableKey: z.string() }),
  z.object({ mode: z.literal('off') }),
])
export type PaymentMode = z.infer<typeof PaymentMode>

export const PaymentReturn = z.strictObject({ orderId: z.uuid() })

export const WebhookResponse = z.object({ received: z.literal(true) })

export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof refundStates)[number]
export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

const amountInvalid = 'Enter an amount such as 84.50'

/** Body of POST /order/{id}/refund. With neither amount nor lines, all that is left goes back. */
export const RefundRequest = z
  .strictObject({
    amount: z.number({ error: amountInvalid }).positive('Enter an amount above zero').optional(),
    lines: z.array(LineQuantity).min(1, 'Choose at least one piece').max(mostLines).optional(),
    reason: Words(500).min(1, 'Enter a reason for the refund'),
    restock: z.boolean().describe('Whether the pieces go back on sale.'),
    refundedAmount: z
      .number()
      .nonnegative()
      .optional()
      .describe('What was refunded when this was decided; 409 if it is a different amount by now.'),
  })
  .superRefine(({ lines = [] }, context) => {
    const seen = new Set<number>()
    for (const [n, { position }] of lines.entries()) {
      const path = ['lines', n, 'position']
      if (seen.has(position)) context.addIssue({ code: 'custom', path, message: 'This line is already listed' })
      seen.add(position)
    }
  })
export type RefundRequest = z.infer<typeof RefundRequest>

/** A refund; `by` and `failure` are for staff only. */
export const Refund = z.object({
  _id: z.uuid(),
  orderId: z.uuid(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  lines: z.array(z.object({ position: z.number().int(), quantity: z.number().int() })),
  restock: z.boolean(),
  state: z.enum(refundStates),
  createdAt: z.iso.datetime(),
  by: z.object({ name: z.string(), email: z.string() }).nullable().optional(),
  failure: z.string().nullable().optional(),
})
export type Refund = z.infer<typeof Refund>

const PaymentMoney = z.object({
  _id: z.uuid(),
  intentId: z.string(),
  state: z.string(),
  counts: z.boolean().describe('Whether its money counts for the order.'),
  amount: z.number(),
  captured: z.number(),
  refunded: z.number(),
  kept: z.number(),
  createdAt: z.iso.datetime(),
})

const Dispute = z.object({
  _id: z.string(),
  amount: z.number(),
  reason: z.string(),
  state: z.enum(disputeStates),
  status: z.string(),
  dueBy: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
})

/** The money of an order: `captured` is `kept` plus `refunded`. Payments and disputes are for staff only. */
export const OrderMoney = z.object({
  orderId: z.uuid(),
  currency: z.string(),
  captured: z.number(),
  refunded: z.number(),
  kept: z.number(),
  refunds: z.array(Refund),
  payments: z.array(PaymentMoney).optional(),
  disputes: z.array(Dispute).optional(),
})
export type OrderMoney = z.infer<typeof OrderMoney>

/** The kinds of disagreements, each with the one act that mends it. */
export const disagreementActions = {
  'money-without-order': 'refund-payment',
  'order-without-money': 'ask-provider',
  'amounts-differ': 'ask-provider',
  'refund-failed': 'send-refund-again',
  'refund-hangs': 'ask-provider',
  'dispute-open': 'answer-dispute',
  'event-unhandled': 'replay-event',
} as const
export type DisagreementKind = keyof typeof disagreementActions
const DisagreementKind = z.enum(Object.keys(disagreementActions) as [DisagreementKind, ...DisagreementKind[]])

export const Disagreement = z.object({
  kind: DisagreementKind,
  id: z.string(),
  orderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  amount: z.number().nullable().describe('The amount in question.'),
  expected: z.number().nullable().describe('What it should be, if that is known.'),
  currency: z.string().nullable(),
  since: z.iso.datetime(),
  dueBy: z.iso.datetime().nullable(),
  detail: z.string().describe('What is wrong, as the provider or the shop calls it.'),
  action: z.enum(disagreementActions),
  link: z.string().nullable().describe('Where to deal with it at the provider.'),
})
export type Disagreement = z.infer<typeof Disagreement>

export const DisagreementPath = z.object({ kind: DisagreementKind, id: z.string().max(255) })
/** Whether it agrees now; if not, it is still on the list. */
export const Mended = z.object({ agrees: z.boolean() })
