import { toMajor, type Minor } from '#shared/money.ts'
import { isPaid } from './rules.ts'
import type { Order } from './schema.ts'
import type { OrderLineRow, OrderWithLines } from './store.ts'

/** An order as the wire has it; money in major units of the order's own currency. */
export function toWire({ order, lines }: OrderWithLines): Order {
  const major = (amount: Minor) => toMajor(amount, order.currency)
  const total = major(order.total)
  return {
    _id: order.id,
    number: order.number,
    email: order.email,
    name: order.name,
    user: order.name,
    ...flat(lines, major),
    lines: lines.map(({ orderId: _id, ...line }) => ({
      ...line,
      unitPrice: major(line.unitPrice),
      total: major(line.total),
    })),
    totalAmount: total,
    price: total,
    currency: order.currency,
    address: order.address,
    phone: order.phone,
    purchaseOrderNumber: order.purchaseOrderNumber,
    note: order.note,
    paid: isPaid(order.state),
    state: order.state,
    processing: order.state === 'placed' && order.paymentProcessing,
    createdAt: order.createdAt.toISOString(),
    heldUntil: order.heldUntil.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
  }
}

/** The specification's fields of the one product: of several lines the first, which says how many more there are. */
function flat(lines: readonly OrderLineRow[], major: (amount: Minor) => number) {
  const [first, ...others] = lines
  if (!first) throw new Error('an order has no lines')
  const { toolId, partNumber, img } = first
  return {
    toolId,
    partNumber,
    img,
    productName: others.length > 0 ? `${first.productName} + ${others.length} more` : first.productName,
    orderQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    unitPrice: others.length > 0 ? null : major(first.unitPrice),
  }
}
