import { minor, toMajor, type Minor } from '#shared/money.ts'
import { isPaid, mayTake, owedOf, takesCard } from './rules.ts'
import { trackingUrl } from '#content/carriers.ts'
import type { DeskRow } from './desk-store.ts'
import type { AuthoredEvent } from './events.ts'
import type { DeskOrder } from './desk-schema.ts'
import type { Order, OrderEvent } from './schema.ts'
import type { OrderLineRow, OrderRow, OrderWithLines } from './store.ts'

/** An order in wire format; money in major units of the order's own currency. */
export function toWire({ order, lines, refundedTo }: OrderWithLines): Order {
  const major = (amount: Minor) => toMajor(amount, order.currency)
  const total = major(order.total)
  return {
    _id: order.id,
    number: order.number,
    email: order.email,
    name: order.name,
    user: order.name,
    ...flat(lines, major),
    lines: lines.map((line) => lineToWire(line, major)),
    totalAmount: total,
    taxAmount: major(minor(lines.reduce((sum, { tax }) => sum + tax, 0))),
    addedTaxAmount: major(order.addedTax),
    price: total,
    refundedAmount: major(order.refunded),
    refundedTo,
    currency: order.currency,
    address: order.address,
    country: order.country,
    phone: order.phone,
    purchaseOrderNumber: order.purchaseOrderNumber,
    note: order.note,
    paid: isPaid(order),
    state: order.state,
    processing: takesCard(order) && order.paymentProcessing,
    createdAt: order.createdAt.toISOString(),
    heldUntil: order.heldUntil.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    packedAt: order.packedAt?.toISOString() ?? null,
    payBy: order.payBy,
    dueAt: order.dueAt?.toISOString() ?? null,
    owedAmount: major(owedOf(order)),
  }
}

/** Field by field: a copy that leaves out one field costs several times as much, and lists have many lines. */
function lineToWire(line: OrderLineRow, major: (amount: Minor) => number): Order['lines'][number] {
  return {
    position: line.position,
    toolId: line.toolId,
    productName: line.productName,
    partNumber: line.partNumber,
    img: line.img,
    quantity: line.quantity,
    unitPrice: major(line.unitPrice),
    total: major(line.total),
    taxRate: line.taxRate / 100,
    tax: major(line.tax),
    shipped: line.shipped,
    refunded: line.refunded,
  }
}

/** The specification's single-product fields: of several lines those of the first, with how many more there are in the name. */
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

/** An order in the staff list. */
export function deskOrderToWire({ order, productName, quantity, shipped, refundedTo }: DeskRow): DeskOrder {
  const { lineCount, currency } = order
  return {
    _id: order.id,
    number: order.number,
    email: order.email,
    name: order.name,
    productName: lineCount > 1 ? `${productName} + ${lineCount - 1} more` : productName,
    lineCount,
    orderQuantity: quantity,
    totalAmount: toMajor(order.total, currency),
    refundedAmount: toMajor(order.refunded, currency),
    refundedTo,
    currency,
    state: order.state,
    paid: isPaid(order),
    processing: takesCard(order) && order.paymentProcessing,
    packed: order.packedAt !== null,
    partSent: shipped > 0 && mayTake('ship', order.state),
    createdAt: order.createdAt.toISOString(),
    heldUntil: order.heldUntil.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    dueAt: order.dueAt?.toISOString() ?? null,
    owedAmount: toMajor(owedOf(order), currency),
  }
}

/** An event of an order, limited to what its reader may see. */
export function eventToWire({ event, author }: AuthoredEvent, order: OrderRow, isStaff: boolean): OrderEvent {
  const { amount, carrier, tracking, restock, ...details } = event.details
  const byBuyer = event.kind === 'placed' || author?.id === order.userId
  const name = event.kind === 'placed' ? order.name : (author?.name ?? null)
  const url = carrier && tracking ? trackingUrl(carrier, tracking) : undefined
  return {
    _id: event.id,
    kind: event.kind,
    at: event.at.toISOString(),
    by: isStaff ? name : byBuyer ? 'you' : author ? 'us' : null,
    ...details,
    // What becomes of returned pieces is the shop's own affair.
    ...(isStaff && restock !== undefined && { restock }),
    ...(amount !== undefined && { amount: toMajor(minor(amount), order.currency) }),
    ...(carrier && { carrier }),
    ...(tracking && { tracking }),
    ...(url && { trackingUrl: url }),
  }
}
