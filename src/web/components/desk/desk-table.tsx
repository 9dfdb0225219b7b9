import { useState } from 'react'
import type { DeskOrder, OrderDeskQuery } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { SortHeader } from '#web/components/admin/sort-header.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { DeskKeys } from './desk-keys.tsx'
import { MoneyAndState, NumberCell } from './order-cells.tsx'

type DeskTableProps = { orders: readonly DeskOrder[]; shown: OrderDeskQuery }

/** The orders of everybody. Where it is narrow all stands in two columns. */
export function DeskTable({ orders, shown }: DeskTableProps) {
  const [now] = useState(() => new Date())
  return (
    <div className="admin-table desk-table">
      <DeskKeys />
      <Table caption="Orders">
        <thead>
          <tr>
            <SortHeader up="oldest" down="newest" shown={shown}>
              Order
            </SortHeader>
            <th scope="col" className="wide">
              Buyer
            </th>
            <th scope="col" className="wide">
              Products
            </th>
            <SortHeader up="total" down="-total" shown={shown} className="number">
              Total
            </SortHeader>
            <th scope="col" className="wide">
              Status
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <DeskRow key={order._id} order={order} now={now} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function DeskRow({ order, now }: { order: DeskOrder; now: Date }) {
  const { name, email, productName, orderQuantity, totalAmount, refundedAmount, currency } = order
  const buyer = (
    <span className="block" lang={langOf(name)}>
      {name}
    </span>
  )
  const products = (
    <>
      {formatCount(orderQuantity)} × <Unbroken>{productName}</Unbroken>
    </>
  )
  return (
    <tr className="align-top">
      <NumberCell order={order}>
        <span className="narrow pt-2 text-small">{buyer}</span>
        <span className="narrow text-small text-ink-2" lang={langOf(productName)}>
          {products}
        </span>
      </NumberCell>
      <td className="wide wrap-anywhere">
        {buyer}
        <span className="text-small text-ink-2">{email}</span>
      </td>
      <td className="wide wrap-anywhere" lang={langOf(productName)}>
        {products}
      </td>
      <MoneyAndState order={order} now={now}>
        {formatMoney(totalAmount, currency)}
        {refundedAmount > 0 && (
          <span className="block text-small font-normal text-ink-2">
            {formatMoney(refundedAmount, currency)} refunded
          </span>
        )}
      </MoneyAndState>
    </tr>
  )
}
