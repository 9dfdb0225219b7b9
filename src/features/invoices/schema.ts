import { z } from 'zod'

/** The formats of an invoice: a PDF, EN 16931 in UBL 2.1, or a PDF with EN 16931 data in it (Factur-X, ZUGFeRD). */
export const invoiceForms = ['pdf', 'ubl', 'factur-x'] as const
export type InvoiceForm = (typeof invoiceForms)[number]
export const InvoiceQuery = z.object({ as: z.enum(invoiceForms).default('pdf') })

/** The papers of an order. */
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
        eInvoice: z.boolean().describe('Whether it has an e-invoice (EN 16931).'),
      }),
    )
    .describe('Invoice and credit notes, the oldest first.'),
})
export type OrderPapers = z.infer<typeof OrderPapers>
