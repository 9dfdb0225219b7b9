import { z } from 'zod'

/** What there is on paper of an order. */
export const OrderPapers = z.object({
  confirmation: z.boolean(),
  packingSlip: z.boolean(),
  issued: z
    .array(
      z.object({
        _id: z.uuid(),
        kind: z.enum(['invoice', 'credit-note']),
        number: z.string(),
        total: z.number(),
        currency: z.string(),
        issuedAt: z.iso.datetime(),
      }),
    )
    .describe('Invoice and credit notes, the oldest first.'),
})
export type OrderPapers = z.infer<typeof OrderPapers>
