import { Link } from 'react-router'
import type { StockMovement, StockReason } from '#features/inventory/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatCount, formatInstant } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'

const reasons: Record<StockReason, string> = {
  opening: 'Opening stock',
  receipt: 'Goods received',
  correction: 'Stock corrected',
  order: 'Ordered',
  cancelled: 'Order cancelled',
  expired: 'Order expired',
  refunded: 'Order refunded',
}

/** The stock movements, newest first. In narrow layouts, who and when stand below the reason. */
export function StockTable({ movements }: { movements: readonly StockMovement[] }) {
  return (
    <div className="admin-table">
      <Table caption="Movements">
        <thead>
          <tr>
            <th scope="col">Why</th>
            <th scope="col" className="wide">
              Who
            </th>
            <th scope="col" className="wide">
              When, in Dhaka
            </th>
            <th scope="col" className="number">
              Change
            </th>
            <th scope="col" className="number">
              Stock after
            </th>
          </tr>
        </thead>
        <tbody>
          {movements.map((movement) => (
            <MovementRow key={movement._id} movement={movement} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function MovementRow({ movement }: { movement: StockMovement }) {
  const { at, quantity, reason, note, available } = movement
  return (
    <tr className="align-top">
      <td className="wrap-anywhere">
        <span className="display block text-name">{reasons[reason]}</span>
        {note && (
          <span className="block pt-1 text-ink-2" lang={langOf(note)}>
            {note}
          </span>
        )}
        <span className="narrow pt-1 text-small text-ink-2">
          <Who movement={movement} />
        </span>
        <span className="narrow text-small text-ink-2">{formatInstant(at)} in Dhaka</span>
      </td>
      <td className="wide wrap-anywhere text-ink-2">
        <Who movement={movement} />
      </td>
      <td className="wide whitespace-nowrap text-ink-2">{formatInstant(at)}</td>
      <td className="number font-[540]">{signed(quantity)}</td>
      <td className="number font-[540]">{formatCount(available)}</td>
    </tr>
  )
}

/** The order, or the member of staff; the shop itself for the sample catalogue. */
function Who({ movement: { order, who } }: { movement: StockMovement }) {
  if (!order) return who === null ? 'The shop' : <span lang={langOf(who)}>{who}</span>
  return (
    <Link to={`/dashboard/orders/${order.id}`} className="underline">
      {order.number}
    </Link>
  )
}

const signed = (quantity: number): string => `${quantity < 0 ? '−' : '+'}${formatCount(Math.abs(quantity))}`
