import { Fragment } from 'react'
import { leftToShip, mayTake } from '#features/orders/rules.ts'
import type { Order } from '#features/orders/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { backWord, paidSoFar } from '#web/lib/money-words.ts'
import { formatCount } from '#web/ui/format.ts'
import { ProductCell, Table } from '#web/ui/table.tsx'

type Line = Order['lines'][number]

/** The order lines: what was ordered, how much was sent and refunded, and what it costs. */
export function OrderLines({ order, byCard }: { order: Order; byCard: boolean }) {
  const money = (amount: number) => formatMoney(amount, order.currency)
  return (
    <div className="admin-table order-lines">
      <Table caption="Products">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="wide number">
              Price each
            </th>
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.position}>
              <td>
                <ProductCell name={line.productName} img={line.img} partNumber={line.partNumber} />
              </td>
              <td className="number font-[540]">
                {formatCount(line.quantity)}
                <Progress line={line} order={order} back={backWord(byCard)} />
              </td>
              <td className="wide number">{money(line.unitPrice)}</td>
              <td className="number font-[540]">
                {money(line.total)}
                <span className="narrow unbroken text-small font-normal text-ink-2">{money(line.unitPrice)} each</span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <dl className="order-sums">
        {order.addedTaxAmount > 0 && <Sum label="Tax" amount={money(order.addedTaxAmount)} />}
        <Sum label="Total" amount={money(order.totalAmount)} strong />
        {byCard ? <Refunded order={order} /> : <OnAccount order={order} />}
      </dl>
    </div>
  )
}

function Refunded({ order: { refundedAmount, totalAmount, currency } }: { order: Order }) {
  if (refundedAmount === 0) return null
  return (
    <>
      <Sum label="Refunded" amount={formatMoney(-refundedAmount, currency)} />
      <Sum label="Kept" amount={formatMoney(totalAmount - refundedAmount, currency)} />
    </>
  )
}

/** From the total of an order on account to what is left to pay, if it is not the total. */
function OnAccount({ order }: { order: Order }) {
  const { refundedAmount, totalAmount, owedAmount, currency } = order
  const isOwed = owedAmount > 0
  const paid = paidSoFar(order)
  if (refundedAmount === 0 && (!isOwed || paid === 0)) return null
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      {refundedAmount > 0 && <Sum label="Credited" amount={money(-refundedAmount)} />}
      {isOwed && paid > 0 && <Sum label="Paid" amount={money(-paid)} />}
      {isOwed ? (
        <Sum label="To pay" amount={money(owedAmount)} />
      ) : (
        <Sum label="Total after credit" amount={money(totalAmount - refundedAmount)} />
      )}
    </>
  )
}

/** How much of a line was sent and refunded and, if more may be shipped, how much is left. */
function Progress({ line, order, back }: { line: Line; order: Order; back: string }) {
  const left = leftToShip(line)
  const said = [
    line.shipped > 0 && `${formatCount(line.shipped)} sent`,
    line.refunded > 0 && `${formatCount(line.refunded)} ${back}`,
    mayTake('ship', order.state) && line.shipped > 0 && left > 0 && `${formatCount(left)} left`,
  ].filter((words) => words !== false)
  return (
    said.length > 0 && (
      <span className="block text-small font-normal text-ink-2">
        {said.map((words, n) => (
          <Fragment key={words}>
            {n > 0 && ', '}
            <span className="unbroken">{words}</span>
          </Fragment>
        ))}
      </span>
    )
  )
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div>
      <dt className="text-ink-2">{label}</dt>
      <dd className={strong ? 'display text-[1.75rem] leading-none' : 'font-[540]'}>{amount}</dd>
    </div>
  )
}
