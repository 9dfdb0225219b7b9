import { Link } from 'react-router'
import type { Statement } from '#features/receivables/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'

/** The orders still owed, longest due first. */
export function OpenOrders({ statement: { open, openCount, currency } }: { statement: Statement }) {
  if (open.length === 0) return <p className="text-ink-2">No open orders.</p>
  return (
    <div className="admin-table">
      <Table caption="Open orders">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col" className="wide">
              To be paid by
            </th>
            <th scope="col" className="wide number">
              Total
            </th>
            <th scope="col" className="number">
              Open
            </th>
          </tr>
        </thead>
        <tbody>
          {open.map(({ _id, number, purchaseOrderNumber, dueAt, isOverdue, total, owed }) => (
            <tr key={_id} className="align-top">
              <td className="wrap-anywhere">
                <Link to={`/dashboard/orders/${_id}`} className="display text-name hover:underline">
                  <Unbroken>{number}</Unbroken>
                </Link>
                {purchaseOrderNumber && (
                  <span className="block text-small text-ink-2" lang={langOf(purchaseOrderNumber)}>
                    {purchaseOrderNumber}
                  </span>
                )}
                <span className="narrow pt-1 text-small">
                  To be paid by <Due dueAt={dueAt} isOverdue={isOverdue} />
                </span>
              </td>
              <td className="wide">
                <Due dueAt={dueAt} isOverdue={isOverdue} />
              </td>
              <td className="wide number">{formatMoney(total, currency)}</td>
              <td className="number font-[540] whitespace-nowrap">{formatMoney(owed, currency)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {open.length < openCount && (
        <p className="pt-4 text-small text-ink-2">
          These {formatCount(open.length)} of {formatCount(openCount)} are due first.
        </p>
      )}
    </div>
  )
}

function Due({ dueAt, isOverdue }: { dueAt: string; isOverdue: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      {formatDate(dueAt)} {isOverdue && <Badge tone="err">Overdue</Badge>}
    </span>
  )
}
