import { useState, type ReactNode } from 'react'
import type { DeskOrder, OrderDeskQuery } from '#features/orders/desk-schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { backWord } from '#web/lib/money-words.ts'
import { SortHeader } from '#web/components/admin/sort-header.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { Table } from '#web/ui/table.tsx'
import { between, withAll, type Ids } from './choosing.ts'
import { DeskKeys } from './desk-keys.tsx'
import { leaveBy, useRowBack } from './left-list.ts'
import { MoneyAndState, NumberCell, OrderedProducts } from './order-cells.tsx'

type DeskTableProps = {
  /** The id of the account that is shown the list. */
  owner: string
  orders: readonly DeskOrder[]
  shown: OrderDeskQuery
  /** The chosen orders, including those on other pages. */
  chosen: Ids
  onChoose: (chosen: Ids) => void
}

/** Everybody's orders. In narrow layouts, everything fits in two columns. */
export function DeskTable({ owner, orders, shown, chosen, onChoose }: DeskTableProps) {
  const now = useNow(60_000)
  const ids = orders.map(({ _id }) => _id)
  useRowBack(owner, ids)
  const [last, setLast] = useState<string>()
  function choose(id: string, isChosen: boolean, isRange: boolean): void {
    onChoose(withAll(chosen, between(ids, isRange ? last : id, id), isChosen))
    setLast(id)
  }
  return (
    <div className="admin-table desk-table">
      <DeskKeys />
      <Table caption="Orders">
        <thead>
          <tr>
            <th scope="col" className="choose">
              <ChoosePage orders={orders} chosen={chosen} onChoose={onChoose} />
            </th>
            <SortHeader up="oldest" down="newest" shown={shown}>
              Order
            </SortHeader>
            <th scope="col" className="wide buyer">
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
          {orders.map((order, at) => (
            <DeskRow key={order._id} order={order} now={now} onOpen={() => leaveBy(owner, { id: order._id, at })}>
              <Choose
                label={`Choose ${order.number}`}
                checked={chosen.has(order._id)}
                onChange={(isChosen, isRange) => choose(order._id, isChosen, isRange)}
              />
            </DeskRow>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/** Chooses all orders of a page, or none of them. */
function ChoosePage({ orders, chosen, onChoose }: Omit<DeskTableProps, 'owner' | 'shown'>) {
  const ids = orders.map(({ _id }) => _id)
  const count = ids.filter((id) => chosen.has(id)).length
  return (
    <Choose
      label="Choose all on this page"
      checked={count === orders.length}
      isPart={count > 0 && count < orders.length}
      onChange={(isChosen) => onChoose(withAll(chosen, ids, isChosen))}
    />
  )
}

type ChooseProps = {
  label: string
  checked: boolean
  isPart?: boolean
  /** @param isRange whether this covers all rows from the box last clicked, as the shift key does in other lists. */
  onChange: (checked: boolean, isRange: boolean) => void
}

function Choose({ label, checked, isPart = false, onChange }: ChooseProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isPart
        }}
        // With the shift key, the browser would also select the text between.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ currentTarget, nativeEvent }) =>
          onChange(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}

type DeskRowProps = { order: DeskOrder; now: Date; onOpen: () => void; children: ReactNode }

function DeskRow({ order, now, onOpen, children }: DeskRowProps) {
  const { name, email, productName, totalAmount, refundedAmount, currency } = order
  const buyer = (
    <span className="block" lang={langOf(name)}>
      {name}
    </span>
  )
  const products = <OrderedProducts order={order} />
  return (
    <tr className="align-top">
      <td className="choose">{children}</td>
      <NumberCell order={order} onOpen={onOpen}>
        <span className="narrow pt-2 text-small">{buyer}</span>
        <span className="narrow text-small text-ink-2" lang={langOf(productName)}>
          {products}
        </span>
      </NumberCell>
      <td className="wide wrap-anywhere">
        {buyer}
        <span className="buyer-email text-small text-ink-2">{email}</span>
      </td>
      <td className="wide wrap-anywhere" lang={langOf(productName)}>
        {products}
      </td>
      <MoneyAndState order={order} now={now}>
        {formatMoney(totalAmount, currency)}
        {refundedAmount > 0 && (
          // It has to fit beside the order number on a phone.
          <span className="block text-small font-normal whitespace-normal text-ink-2">
            {formatMoney(refundedAmount, currency)} {backWord(order.refundedTo !== 'account')}
          </span>
        )}
      </MoneyAndState>
    </tr>
  )
}
