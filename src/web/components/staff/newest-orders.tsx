import type { DeskOrder } from '#features/orders/desk-schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { MoneyAndState, NumberCell } from '#web/components/desk/order-cells.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { Table } from '#web/ui/table.tsx'

/** The newest orders. In narrow layouts, everything fits in two columns. */
export function NewestOrders({ orders }: { orders: readonly DeskOrder[] }) {
  const now = useNow(60_000)
  return (
    <div className="admin-table newest-orders">
      <Table caption="Newest orders">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col" className="wide">
              Buyer
            </th>
            <th scope="col" className="number">
              Total
            </th>
            <th scope="col" className="wide">
              Status
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order._id} order={order} now={now} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function Row({ order, now }: { order: DeskOrder; now: Date }) {
  const { name, totalAmount, currency } = order
  return (
    <tr className="align-top">
      <NumberCell order={order}>
        <span className="narrow pt-2 text-small" lang={langOf(name)}>
          {name}
        </span>
      </NumberCell>
      <td className="wide wrap-anywhere" lang={langOf(name)}>
        {name}
      </td>
      <MoneyAndState order={order} now={now}>
        {formatMoney(totalAmount, currency)}
      </MoneyAndState>
    </tr>
  )
}
