import type { ReactNode } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { formatCount, formatDate, formatMoment } from '#web/ui/format.ts'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { Spoken } from '#web/ui/spoken.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { HoldLeft } from './hold-left.tsx'

/** The order being paid for, beside the card form. */
export function OrderPlate({ order }: { order: Order }) {
  return (
    <section className="plate overflow-clip" aria-label="Order">
      <ProductPicture src={order.img} alt="" className="border-b border-line max-lg:hidden" first />
      <div className="p-6">
        <h2 className="text-h3" lang={langOf(order.productName)}>
          <Unbroken>{order.productName}</Unbroken>
        </h2>
        {order.unitPrice !== null && <p className="label pt-1.5 text-ink-3">{order.partNumber}</p>}
        <dl className="pt-5">
          <Row label="Order">
            <span className="label">{order.number}</span>
          </Row>
          {order.purchaseOrderNumber && (
            <Row label="Your order number">
              <span className="wrap-anywhere" lang={langOf(order.purchaseOrderNumber)}>
                {order.purchaseOrderNumber}
              </span>
            </Row>
          )}
          <Row label="Ordered by">
            <Spoken>{order.user}</Spoken>
          </Row>
          {order.unitPrice === null ? (
            order.lines.map((line) => (
              <Row key={line.position} label={line.productName} whole>
                {formatCount(line.quantity)} × {formatMoney(line.unitPrice, order.currency)}
              </Row>
            ))
          ) : (
            <>
              <Row label="Quantity">{formatCount(order.orderQuantity)}</Row>
              <Row label="Price each">{formatMoney(order.unitPrice, order.currency)}</Row>
            </>
          )}
          {order.taxAmount > 0 && (
            <Row label={order.addedTaxAmount > 0 ? 'Tax' : 'Tax in the total'}>
              {formatMoney(order.taxAmount, order.currency)}
            </Row>
          )}
          <Row label="Deliver to">
            <span className="wrap-anywhere whitespace-pre-line" lang={langOf(order.address)}>
              {order.address}
            </span>
          </Row>
          <Row label="Phone">{order.phone}</Row>
          {order.state === 'placed' && !order.processing && (
            <Row label="Held until">
              {formatMoment(order.heldUntil)}
              <HoldLeft until={order.heldUntil} />
            </Row>
          )}
          {order.dueAt && order.owedAmount > 0 && <Row label="To be paid by">{formatDate(order.dueAt)}</Row>}
          {order.paidAt && <Row label="Paid on">{formatDate(order.paidAt)}</Row>}
          <div className="flex flex-wrap items-end justify-between gap-x-4 pt-6">
            <dt className="pb-1 text-ink-2">Total</dt>
            <dd className="display text-[2.25rem] leading-none sm:text-[2.5rem]">
              {formatMoney(order.totalAmount, order.currency)}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

/** When space is short, the value shrinks; with `whole`, the label does. */
function Row({ label, whole = false, children }: { label: string; whole?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-3">
      <dt className={whole ? 'text-ink-2' : 'flex-none text-ink-2'}>{label}</dt>
      <dd className={whole ? 'flex-none font-[540]' : 'text-right font-[540]'}>{children}</dd>
    </div>
  )
}
