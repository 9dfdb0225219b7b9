import { trackingUrl } from '#content/carriers.ts'
import { site } from '#content/site.ts'
import type { Mail } from '#platform/mail/message.ts'
import { formatMoney, minor, toMajor } from '#shared/money.ts'
import type { OrderEventRow } from './events.ts'
import { owedOf, takesCard } from './rules.ts'
import type { OrderEventKind, ParcelPart } from './schema.ts'
import type { OrderWithLines } from './store.ts'

/** What a mail about an event is made from. */
type Told = { event: OrderEventRow; publicUrl: string } & OrderWithLines
type Words = Omit<Mail, 'to'>
type Details = NonNullable<Mail['details']>

const moments = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: site.timeZone,
})

/** A moment in the shop's own time zone, with the zone named. */
const momentOf = (at: Date): string => `${moments.format(at)} (${site.facts.city} time)`

const greeting = ({ order }: Told): string => `Hello ${order.name},`
const money = ({ order }: Told, amount: number): string =>
  formatMoney(toMajor(minor(amount), order.currency), order.currency)

/** Each product with its quantity and price, and the total. */
const products = (told: Told) => ({
  lines: told.lines.map(({ productName, partNumber, quantity, total }) => ({
    name: productName,
    ...(partNumber && { note: partNumber }),
    quantity,
    amount: money(told, total),
  })),
  total: {
    label: told.order.addedTax > 0 ? `Total including ${money(told, told.order.addedTax)} tax` : 'Total',
    amount: money(told, told.order.total),
  },
})

/** The pieces that an event is about, one text per order line. */
const contents = ({ lines, event }: Told): string[] =>
  (event.details.lines ?? []).flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return line ? [`${quantity.toLocaleString('en-US')} × ${line.productName}`] : []
  })

/** What a refund or credit is for; the reason only where a person gave it, as others come from the card provider. */
const causeOf = (told: Told): Details => {
  const { reason } = told.event.details
  const pieces = contents(told).join(', ')
  return [
    ...(pieces ? [{ label: 'For', value: pieces }] : []),
    ...(reason && told.event.actorId ? [{ label: 'Reason', value: reason }] : []),
  ]
}

/** What the buyer entered: their own order number, and the delivery address. */
const asOrdered = ({ order: { purchaseOrderNumber, address } }: Told) => [
  ...(purchaseOrderNumber ? [{ label: 'Your order number', value: purchaseOrderNumber }] : []),
  { label: 'Ships to', value: address.replaceAll(/\s*\n\s*/g, ', ') },
]

/** What was credited, if anything, so that the total above it and the figure below it add up. */
const creditOf = (told: Told): Details =>
  told.order.refunded > 0 ? [{ label: 'Credited', value: money(told, -told.order.refunded) }] : []

/** From the total of an order on account to what is still due, if anything is. */
function sums(told: Told): Details {
  const { order } = told
  const due = owedOf(order)
  const paid = order.total - order.refunded - due
  return [
    { label: 'Total', value: money(told, order.total) },
    ...creditOf(told),
    ...(due > 0 && paid > 0 ? [{ label: 'Paid', value: money(told, -paid) }] : []),
    due > 0
      ? { label: 'Still due', value: money(told, due) }
      : { label: 'Total after credit', value: money(told, paid) },
  ]
}

const view = ({ order, publicUrl }: Told) => ({
  label: 'View the order',
  url: `${publicUrl}/dashboard/orders/${order.id}`,
})
const pay = ({ order, publicUrl }: Told) => ({
  label: 'Pay by card',
  url: `${publicUrl}/dashboard/payment/${order.id}`,
})
const again = ({ publicUrl }: Told) => ({ label: 'See tools and prices', url: `${publicUrl}/tools` })

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: site.timeZone })
const dayOf = (at: Date | null): string => (at ? days.format(at) : '')

/** Whether the paid order is still to be packed. */
const leaves = ({ order }: Told): boolean => order.state === 'paid' && order.packedAt === null

const onAccount = (told: Told, dueAt: Date): Words => ({
  subject: `Order ${told.order.number} confirmed`,
  preheader: `Payment is due by ${dayOf(dueAt)}.`,
  paragraphs: [
    `${greeting(told)} thank you. Your order ${told.order.number} is confirmed. We will pack it next and write when it ships.`,
    `It is on your account: please pay ${money(told, told.order.total)} by ${dayOf(dueAt)}.`,
  ],
  ...products(told),
  details: asOrdered(told),
  action: view(told),
})

const credited = (told: Told, amount: number): Words => ({
  subject: `${money(told, amount)} credited for order ${told.order.number}`,
  paragraphs: [
    `${greeting(told)} we have credited ${money(told, amount)} of ${money(told, told.order.total)} for order ${told.order.number} to your account.`,
  ],
  details: [...causeOf(told), ...sums(told)],
  action: view(told),
})

/** Why an order did not take a payment. */
const notTaken = ({ order }: Told): string =>
  order.state === 'expired'
    ? 'came after the order had expired'
    : order.state === 'cancelled'
      ? 'came after the order had been cancelled'
      : 'came when the order could not accept it'

const returned = (told: Told, amount: number): Words => ({
  subject: `${money(told, amount)} refunded for order ${told.order.number}`,
  paragraphs: [
    `${greeting(told)} a payment of ${money(told, amount)} for order ${told.order.number} ${notTaken(told)}. We have sent it back to the card it was paid with. It usually arrives within 5 to 10 days.`,
  ],
  action: view(told),
})

const parts: Readonly<Record<ParcelPart, string>> = {
  first: 'The first part',
  next: 'Another part',
  rest: 'The rest',
}

const words: Partial<Record<OrderEventKind, (told: Told) => Words>> = {
  placed: (told) =>
    told.order.dueAt
      ? onAccount(told, told.order.dueAt)
      : {
          subject: `Order ${told.order.number} received`,
          preheader: `We hold the stock until ${momentOf(told.order.heldUntil)}.`,
          paragraphs: [
            `${greeting(told)} thank you. We have your order ${told.order.number}.`,
            `We hold the stock for you until ${momentOf(told.order.heldUntil)}. Please pay before then.`,
          ],
          ...products(told),
          details: asOrdered(told),
          action: pay(told),
        },
  'part-paid': (told) => ({
    subject: `Payment received for order ${told.order.number}`,
    paragraphs: [
      `${greeting(told)} we have received ${money(told, told.event.details.amount ?? 0)} for order ${told.order.number}. ${money(told, owedOf(told.order))} is still due.`,
    ],
    details: sums(told),
    action: view(told),
  }),
  overdue: (told) => {
    const { number, dueAt } = told.order
    const due = `${money(told, owedOf(told.order))} for order ${number} was due on ${dayOf(dueAt)}.`
    const byCard = takesCard(told.order)
    return {
      subject: `Order ${number} is overdue`,
      preheader: `${money(told, owedOf(told.order))} was due on ${dayOf(dueAt)}.`,
      paragraphs: [
        `${greeting(told)} ${due} Please pay by transfer and quote ${number}${byCard ? ', or pay by card' : ''}.`,
        `If you have already paid, thank you. If you are reminded again, write to ${site.email}.`,
      ],
      action: byCard ? pay(told) : view(told),
    }
  },
  paid: (told) => {
    const { total, refunded } = told.order
    const { amount = total } = told.event.details
    return {
      subject: `Payment received for order ${told.order.number}`,
      ...(leaves(told) && { preheader: 'We will pack it next, and write when it ships.' }),
      paragraphs: [
        `${greeting(told)} your payment of ${money(told, amount)} for order ${told.order.number} has arrived.${leaves(told) ? ' We will pack it next and write when it ships.' : ' There is nothing left to pay.'}`,
      ],
      ...products(told),
      details: [
        ...(amount < total ? [...creditOf(told), { label: 'Paid in all', value: money(told, total - refunded) }] : []),
        ...asOrdered(told),
      ],
      action: { label: 'View the receipt', url: `${told.publicUrl}/dashboard/receipt/${told.order.id}` },
    }
  },
  shipped: (told) => {
    const { carrier = '', tracking, part } = told.event.details
    const isMore = part === 'first' || part === 'next'
    const url = tracking && trackingUrl(carrier, tracking)
    return {
      subject: `${part ? `${parts[part]} of order` : 'Order'} ${told.order.number} is on its way`,
      preheader: contents(told).join(', '),
      paragraphs: [
        `${greeting(told)} ${part ? `${parts[part].toLowerCase()} of your order` : 'your order'} ${told.order.number} has been shipped.`,
        ...(isMore ? ['The rest will follow.'] : []),
      ],
      details: [
        { label: 'In this parcel', value: contents(told).join(', ') },
        { label: 'Carrier', value: carrier },
        ...(tracking ? [{ label: 'Tracking number', value: tracking }] : []),
        ...asOrdered(told),
      ],
      action: url ? { label: 'Track the parcel', url } : view(told),
    }
  },
  delivered: (told) => ({
    subject:
      told.order.state === 'delivered'
        ? `Order ${told.order.number} was delivered`
        : `A parcel of order ${told.order.number} was delivered`,
    paragraphs: [
      `${greeting(told)} ${told.order.state === 'delivered' ? 'your order' : 'a parcel of your order'} ${told.order.number} was delivered.`,
      `If something is missing or broken, write to ${site.email} or call ${site.phone}.`,
    ],
    action: view(told),
  }),
  cancelled: (told) => ({
    subject: `Order ${told.order.number} was cancelled`,
    paragraphs: [
      `${greeting(told)} your order ${told.order.number} for ${money(told, told.order.total)} was cancelled. ${told.order.payBy === 'invoice' ? 'It was taken off your account.' : 'Nothing was charged.'}`,
    ],
    action: again(told),
  }),
  expiring: (told) => ({
    subject: `Order ${told.order.number} is waiting for payment`,
    paragraphs: [
      `${greeting(told)} we are holding the stock for your order ${told.order.number} for ${money(told, told.order.total)} until ${momentOf(told.order.heldUntil)}. After that, the order expires.`,
    ],
    action: pay(told),
  }),
  expired: (told) => ({
    subject: `Order ${told.order.number} has expired`,
    paragraphs: [
      `${greeting(told)} your order ${told.order.number} for ${money(told, told.order.total)} was not paid in time, so its stock is on sale again. Nothing was charged. You can order again at any time.`,
    ],
    action: again(told),
  }),
  refunded: (told) => {
    const { amount = 0 } = told.event.details
    if (told.event.details.onAccount) return credited(told, amount)
    if (told.event.details.returned) return returned(told, amount)
    const whole = amount === told.order.total
    return {
      subject: `${money(told, amount)} refunded for order ${told.order.number}`,
      paragraphs: [
        `${greeting(told)} we have sent ${money(told, amount)}${whole ? '' : ` of ${money(told, told.order.total)}`} for order ${told.order.number} back to the card it was paid with. It usually arrives within 5 to 10 days.`,
      ],
      details: causeOf(told),
      action: view(told),
    }
  },
  'refund-failed': (told) => ({
    subject: `The refund for order ${told.order.number} did not arrive`,
    paragraphs: [
      `${greeting(told)} your bank did not accept the refund of ${money(told, told.event.details.amount ?? 0)} for order ${told.order.number}. We are looking into it and will write again. If your card was replaced, write to ${site.email} or call ${site.phone}.`,
    ],
    action: view(told),
  }),
}

/** The mail to an order's buyer about an event; undefined for events that send none. */
export function orderMail(told: Told): Mail | undefined {
  const said = words[told.event.kind]?.(told)
  return said && { to: told.order.email, ...said }
}
