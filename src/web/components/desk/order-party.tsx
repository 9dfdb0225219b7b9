import type { ReactNode } from 'react'
import { mailTo, telephone } from '#content/contact.ts'
import type { Order } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { formatDate } from '#web/ui/format.ts'
import { momentFor } from '#web/ui/shop-moment.ts'
import { Spoken } from '#web/ui/spoken.tsx'

/** The buyer, the delivery address, and the buyer's note. */
export function OrderParty({ order, staff }: { order: Order; staff: boolean }) {
  return (
    <section className="order-party plate h-fit p-6" aria-label="Buyer and delivery">
      <dl className="grid gap-5">
        <Fact label="Buyer">
          <Spoken>{order.name}</Spoken>
          <span className="block wrap-anywhere">
            {staff ? (
              <a className="text-link" href={mailTo(order.email)}>
                {order.email}
              </a>
            ) : (
              order.email
            )}
          </span>
        </Fact>
        <Fact label="Deliver to">
          <span className="wrap-anywhere whitespace-pre-line" lang={langOf(order.address)}>
            {order.address}
          </span>
        </Fact>
        <Fact label="Phone">
          <a className="hover:underline" href={telephone(order.phone)}>
            {order.phone}
          </a>
        </Fact>
        {order.purchaseOrderNumber && (
          <Fact label={staff ? 'Their order number' : 'Your order number'}>
            <span className="wrap-anywhere" lang={langOf(order.purchaseOrderNumber)}>
              {order.purchaseOrderNumber}
            </span>
          </Fact>
        )}
        {order.note && (
          <Fact label={staff ? 'Their note' : 'Your note'}>
            <span className="wrap-anywhere whitespace-pre-line" lang={langOf(order.note)}>
              {order.note}
            </span>
          </Fact>
        )}
        {order.owedAmount > 0 && order.dueAt && (
          <Fact label="On account">
            {formatMoney(order.owedAmount, order.currency)} open, to be paid by {formatDate(order.dueAt)}
          </Fact>
        )}
        {order.state === 'placed' && <Fact label="Held until">{momentFor(staff)(order.heldUntil)}</Fact>}
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label text-ink-3">{label}</dt>
      <dd className="pt-1.5">{children}</dd>
    </div>
  )
}
