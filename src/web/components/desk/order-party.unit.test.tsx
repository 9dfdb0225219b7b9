import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { OrderPlate } from '#web/components/payment/order-plate.tsx'
import { OrderParty } from './order-party.tsx'

test('the buyer’s own order number is marked with its language, in a font that has Bangla', () => {
  const order = {
    name: 'Rafiqul Islam',
    user: 'Rafiqul Islam',
    email: 'rafiqul@example.com',
    phone: '+880 1711 000000',
    address: 'Plot 7',
    productName: 'WX-850',
    purchaseOrderNumber: 'ক্রয়-৭৭',
    unitPrice: 1,
    currency: 'usd',
    state: 'paid',
    lines: [],
  } as unknown as Order
  for (const shown of [<OrderParty key="order" order={order} staff />, <OrderPlate key="payment" order={order} />]) {
    expect(renderToStaticMarkup(shown)).toContain('<span class="wrap-anywhere" lang="bn">ক্রয়-৭৭</span>')
  }
})
