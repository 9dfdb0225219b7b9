import { useEffect, useRef } from 'react'
import type { Order, OrderState } from '#features/orders/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { orderAgainPath } from '#web/lib/order-again.ts'
import { useNow } from '#web/lib/use-now.ts'
import { OrderBadge } from '#web/ui/order-badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

const delivery = 'The receipt is in My Orders.'
/** A card can be charged at the very moment an order ends. */
const lateMoney = 'If a payment arrived too late, it goes back to the card it came from. The order shows it.'
const outcomes: Record<Exclude<OrderState, 'placed'>, { title: string; text: string }> = {
  confirmed: { title: 'Your order is confirmed', text: 'It is on your account. We’ll pack it next.' },
  paid: { title: 'Payment received', text: `We’ll pack your order next. ${delivery}` },
  shipped: { title: 'Your order is on its way', text: delivery },
  delivered: { title: 'Your order has been delivered', text: delivery },
  refunded: {
    title: 'Your payment was refunded',
    text: 'See the order for when and why. Your bank will show the refund within a few days.',
  },
  cancelled: {
    title: 'This order was cancelled',
    text: `Its stock is back on sale. There is nothing to pay. ${lateMoney}`,
  },
  expired: {
    title: 'This order has expired',
    text: `It was not paid while its stock was held. There is nothing to pay. ${lateMoney}`,
  },
}

/** For an order on account, where possibly nothing had been paid. */
const creditedOutcome = {
  title: 'This order was credited',
  text: 'See the order for when and why. There is nothing to pay.',
}

/** For an order on account that is paid or credited in part: a card would pay the whole total. */
const restOutcome = ({ number, owedAmount, currency }: Order) => ({
  title: `${formatMoney(owedAmount, currency)} is still to be paid`,
  text: `Part of this order is paid or credited already, so a card cannot pay the rest. Pay it by transfer and quote ${number}. The invoice is on the order’s page.`,
})

/** Whether the order's page says more about this. */
const hasMore = ({ state, owedAmount }: Order) =>
  owedAmount > 0 || state === 'refunded' || state === 'cancelled' || state === 'expired'

function outcomeOf(order: Order, state: keyof typeof outcomes) {
  if (order.owedAmount > 0) return restOutcome(order)
  return state === 'refunded' && order.refundedTo === 'account' ? creditedOutcome : outcomes[state]
}

type OrderOutcomeProps = {
  order: Order
  /** True when it replaces the card form, whose button had the focus. */
  takesFocus: boolean
}

/** The outcome of an order that no longer waits for a card. */
export function OrderOutcome({ order, takesFocus }: OrderOutcomeProps) {
  const now = useNow(60_000)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  if (order.state === 'placed') return null
  const { title, text } = outcomeOf(order, order.state)
  return (
    <div className="grid justify-items-start gap-4">
      <OrderBadge order={order} now={now} />
      <h2 ref={heading} tabIndex={-1} className="text-[1.875rem]">
        {title}
      </h2>
      <p className="max-w-[34em] text-ink-2">{text}</p>
      <div className="flex flex-wrap gap-3 pt-2">
        <ButtonLink to="/dashboard/myorders">My Orders</ButtonLink>
        {hasMore(order) && (
          <ButtonLink to={`/dashboard/orders/${order._id}`} variant="outline">
            The order
          </ButtonLink>
        )}
        {order.paidAt !== null && (
          <ButtonLink to={`/dashboard/receipt/${order._id}`} variant="outline">
            Receipt
          </ButtonLink>
        )}
        <ButtonLink to={orderAgainPath(order)} variant="outline">
          Order again
        </ButtonLink>
      </div>
    </div>
  )
}
