import type { Disagreement } from '#features/payments/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextLink } from '#web/ui/button.tsx'
import { Table } from '#web/ui/table.tsx'
import { disagreementWords } from './disagreement-words.ts'
import { MendButton } from './mend-button.tsx'
import { formatShopMoment } from '#web/ui/shop-moment.ts'

/** The disagreements, each with the one action that resolves it. In narrow layouts, everything fits in two columns. */
export function DisagreementTable({ all }: { all: readonly Disagreement[] }) {
  return (
    <div className="admin-table">
      <Table caption="Payments to check">
        <thead>
          <tr>
            <th scope="col">What is wrong</th>
            <th scope="col" className="wide">
              Order
            </th>
            <th scope="col" className="wide number">
              Amount
            </th>
            <th scope="col" className="wide number">
              Since
            </th>
            <th scope="col">
              <span className="sr-only">Fix it</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((one) => (
            <DisagreementRow key={`${one.kind} ${one.id}`} one={one} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function DisagreementRow({ one }: { one: Disagreement }) {
  const { title, tone, says } = disagreementWords[one.kind]
  const { amount, currency } = one
  const price = amount === null || currency === null ? '' : formatMoney(amount, currency)
  const since = formatShopMoment(one.since)
  return (
    <tr className="align-top">
      <td className="wrap-anywhere">
        <Badge tone={tone}>{title}</Badge>
        <span className="block max-w-[34em] pt-2">{says(one)}</span>
        <span className="narrow pt-1 text-small text-ink-2">
          <OrderLink one={one} />
          <span className="block pt-1">{[price, since].filter(Boolean).join(' · ')}</span>
        </span>
      </td>
      <td className="wide whitespace-nowrap">
        <OrderLink one={one} />
      </td>
      <td className="wide number font-[540]">{price}</td>
      <td className="wide number whitespace-nowrap text-ink-2">{since}</td>
      <td className="number">
        <MendButton one={one} />
      </td>
    </tr>
  )
}

function OrderLink({ one: { orderId, orderNumber } }: { one: Disagreement }) {
  if (orderId === null) return null
  return <TextLink to={`/dashboard/orders/${orderId}`}>{orderNumber}</TextLink>
}
