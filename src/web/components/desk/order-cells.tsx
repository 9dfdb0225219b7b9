import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DeskOrder } from '#features/orders/desk-schema.ts'
import { OrderBadge } from '#web/ui/order-badge.tsx'
import { counted, formatCount } from '#web/ui/format.ts'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { formatShopMoment } from '#web/ui/shop-moment.ts'

type NumberCellProps = { order: DeskOrder; onOpen?: () => void; children: ReactNode }

/** The first cell of an order in staff's tables: its number, linked to the order, and when it was placed. */
export function NumberCell({ order, onOpen, children }: NumberCellProps) {
  return (
    <td className="wrap-anywhere">
      <Link
        to={`/dashboard/orders/${order._id}`}
        className="display text-name hover:underline"
        data-row
        onClick={onOpen}
      >
        <Unbroken>{order.number}</Unbroken>
      </Link>
      <span className="block text-small text-ink-2 @min-[20rem]:whitespace-nowrap">
        {formatShopMoment(order.createdAt)}
      </span>
      {children}
    </td>
  )
}

/** What was ordered. With several products, the pieces come last: before the first name, they would seem to be that product's. */
export function OrderedProducts({ order }: { order: Pick<DeskOrder, 'productName' | 'lineCount' | 'orderQuantity'> }) {
  const name = (
    <bdi>
      <Unbroken>{order.productName}</Unbroken>
    </bdi>
  )
  return order.lineCount > 1 ? (
    <>
      {name}, {counted(order.orderQuantity, 'piece')} in all
    </>
  ) : (
    <>
      {formatCount(order.orderQuantity)} × {name}
    </>
  )
}

/** The last two cells: the amount, and the state, which stands below the amount in narrow layouts. */
export function MoneyAndState({ order, now, children }: { order: DeskOrder; now: Date; children: ReactNode }) {
  const state = <OrderBadge order={order} now={now} />
  return (
    <>
      <td className="number font-[540] whitespace-nowrap">
        {children}
        <span className="narrow pt-2 font-normal">{state}</span>
      </td>
      <td className="wide">{state}</td>
    </>
  )
}
