/** Examples of things that the API document shows more than once, or at length. */
import type { NewTool } from '#features/catalogue/schema.ts'
import type { MailSummary } from '#features/mails/schema.ts'
import type { Order } from '#features/orders/schema.ts'

export const toolId = '019ab7a4-6c00-7000-8000-000000000001'
export const orderId = '019ab7a4-6c00-7000-8000-000000000002'
export const madeAt = '2026-11-21T10:00:00.000Z'

export const newTool = {
  name: 'SX-600 SFX Supply',
  description: '600 W in the SFX size, white powder coat, every lead detachable.',
  price: 79,
  img: '/products/sx600-640.webp',
  category: 'power-supplies',
  part_number: 'WW-PS-600S',
  minimum_order_quantity: 20,
  order_increment: 1,
  price_breaks: [{ from: 100, price: 75 }],
  available_quantity: 410,
  specification: { rows: [{ label: 'Output', value: '600 W continuous at 45 °C' }] },
} as const satisfies NewTool

export const newReview = { name: 'Nusrat Jahan', description: 'Quiet, and the leads are long enough.', rating: 5 }

export const failedMail = {
  _id: '019ab7a4-6c00-7000-8000-000000000003',
  kind: 'order-shipped',
  about: `order:${orderId}`,
  recipient: 'nusrat@example.com',
  subject: 'Your order is on its way',
  state: 'failed',
  attempts: 1,
  reason: 'The mail server refused it: 550 5.1.1 No such user',
  sendable: true,
  createdAt: madeAt,
  sentAt: null,
  failedAt: madeAt,
} as const satisfies MailSummary

export const newQuote = {
  name: 'Nusrat Jahan',
  email: 'nusrat@example.com',
  phone: '+880 1711 000000',
  productName: 'SX-600 SFX Supply',
  price: 72.5,
  quantity: 500,
}

export const order = {
  _id: orderId,
  number: 'WW-2026-000123',
  email: 'nusrat@example.com',
  name: 'Nusrat Jahan',
  user: '019ab7a4-6c00-7000-8000-000000000003',
  toolId,
  productName: 'SX-600 SFX Supply',
  partNumber: 'WW-PS-600S',
  img: '/products/sx600-640.webp',
  orderQuantity: 20,
  unitPrice: 79,
  lines: [
    {
      position: 1,
      toolId,
      productName: 'SX-600 SFX Supply',
      partNumber: 'WW-PS-600S',
      img: '/products/sx600-640.webp',
      quantity: 20,
      unitPrice: 79,
      total: 1580,
      taxRate: 0,
      tax: 0,
      shipped: 0,
      refunded: 0,
    },
  ],
  totalAmount: 1580,
  taxAmount: 0,
  addedTaxAmount: 0,
  price: 1580,
  refundedAmount: 0,
  refundedTo: null,
  currency: 'usd',
  address: 'Plot 9, Mirpur, Dhaka',
  country: 'BD',
  phone: '+880 1711 000000',
  purchaseOrderNumber: null,
  note: null,
  paid: false,
  state: 'placed',
  processing: false,
  createdAt: madeAt,
  heldUntil: '2026-11-23T10:00:00.000Z',
  paidAt: null,
  packedAt: null,
  payBy: 'card',
  dueAt: null,
  owedAmount: 0,
} as const satisfies Order
