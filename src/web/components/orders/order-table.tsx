import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Order } from '#features/orders/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { backWord } from '#web/lib/money-words.ts'
import { orderAgainPath } from '#web/lib/order-again.ts'
import { useNow } from '#web/lib/use-now.ts'
import { OrderBadge } from '#web/ui/order-badge.tsx'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { ProductCell, Table } from '#web/ui/table.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { nextSteps, type NextStep } from './next-steps.ts'

const columns = ['Order', 'Quantity', 'Total', 'Placed', 'Status'] as const
const numeric = (column: string) => (column === 'Quantity' || column === 'Total' ? 'number' : undefined)

/** A customer's orders: a table or, where that is too wide, one block per order. */
export function OrderTable({ orders }: { orders: readonly Order[] }) {
  const now = useNow(60_000)
  const firstUnpaid = orders.find((order) => nextSteps(order).includes('payment'))
  return (
    <div className="orders">
      <Table caption="My Orders">
        <thead>
          <tr>
            <th scope="col">Product</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={numeric(column)}>
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Next step</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} now={now} first={order === firstUnpaid} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function OrderRow({ order, now, first }: { order: Order; now: Date; first: boolean }) {
  return (
    <tr>
      <td className="product">
        <ProductCell name={order.productName} img={order.img} />
      </td>
      <Cell column="Order">
        <Link to={`/dashboard/orders/${order._id}`} className="label text-link">
          {order.number}
        </Link>
      </Cell>
      <Cell column="Quantity" className="font-[540]">
        {formatCount(order.orderQuantity)}
      </Cell>
      <Cell column="Total" className="font-[540]">
        {formatMoney(order.totalAmount, order.currency)}
        {order.refundedAmount > 0 && (
          <span className="block text-small font-normal text-ink-2">
            {formatMoney(order.refundedAmount, order.currency)} {backWord(order.refundedTo !== 'account')}
          </span>
        )}
      </Cell>
      <Cell column="Placed" className="whitespace-nowrap text-ink-2">
        {formatDate(order.createdAt)}
      </Cell>
      <Cell column="Status" className="state-cell">
        <OrderBadge order={order} now={now} />
      </Cell>
      <td className="next-step">
        <NextSteps order={order} first={first} />
      </td>
    </tr>
  )
}

function Cell({
  column,
  className = '',
  children,
}: {
  column: (typeof columns)[number]
  className?: string
  children: ReactNode
}) {
  return (
    <td className={`${numeric(column) ?? ''} ${className}`.trim()}>
      <span className="column-label label pb-0.5 text-ink-3" aria-hidden="true">
        {column}
      </span>
      {children}
    </td>
  )
}

type StepProps = { order: Order; first: boolean }

/** What can be done with an order now. Only the first unpaid one has the lime button. */
function NextSteps(props: StepProps) {
  return (
    <div className="next-steps">
      {nextSteps(props.order).map((step) => (
        <Step key={step} step={step} {...props} />
      ))}
    </div>
  )
}

function Step({ step, order, first }: StepProps & { step: NextStep }) {
  const payment = `/dashboard/payment/${order._id}`
  // Many rows have the same button text: the accessible name includes the order number.
  const named = (words: string) => ({ 'aria-label': `${words} ${order.number}` })
  switch (step) {
    case 'cancel':
      return <CancelOrder order={order} />
    case 'payment':
      return (
        <ButtonLink to={payment} variant={first ? 'primary' : 'outline'} size="small">
          Payment
        </ButtonLink>
      )
    case 'follow':
      return (
        <TextLink to={payment} {...named('View order')}>
          View order
        </TextLink>
      )
    case 'receipt':
      return <TextLink to={`/dashboard/receipt/${order._id}`}>Receipt</TextLink>
    case 'review':
      return (
        <TextLink to={`/dashboard/addreview?toolId=${order.toolId}`} {...named('Review the product of')}>
          Review
        </TextLink>
      )
    case 'again':
      return (
        <TextLink to={orderAgainPath(order)} {...named('Order again,')}>
          Order again
        </TextLink>
      )
  }
}
