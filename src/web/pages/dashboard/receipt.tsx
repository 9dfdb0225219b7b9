import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { site } from '#content/site.ts'
import type { Order } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { Logo } from '#web/components/logo.tsx'
import { api } from '#web/lib/api.ts'
import { requireSession } from '#web/lib/guards.ts'
import { backWord, isPaidByCard, receiptSums, receiptWords } from '#web/lib/money-words.ts'
import { orderById } from '#web/lib/order-by-id.ts'
import { Button, TextLink } from '#web/ui/button.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { Stat } from '#web/ui/plate.tsx'
import { Spoken } from '#web/ui/spoken.tsx'
import { Table } from '#web/ui/table.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import type { Route } from './+types/receipt'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireSession(request)
  const order = await orderById(params.orderId)
  // A receipt exists only for money received: before that, the payment page shows the state of the order.
  if (order.paidAt === null) throw redirect(`/dashboard/payment/${order._id}`)
  const events = await (await api.order[':orderId'].events.$get({ param: { orderId: order._id } })).json()
  const byCard = isPaidByCard(order, events)
  return { order, paidAt: order.paidAt, byCard, sums: receiptSums(order, events) }
}

export const meta = () => [{ title: `Receipt · ${site.name}` }]

/** A receipt for filing or printing: on paper it stands alone. */
export default function ReceiptPage({ loaderData: { order, paidAt, byCard, sums } }: Route.ComponentProps) {
  const words = receiptWords(byCard)
  return (
    <>
      <div className="mb-7 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <h1 className="text-h1-quiet">Receipt</h1>
        <Button variant="outline" onClick={() => print()}>
          <Printer size={18} strokeWidth={1.75} aria-hidden /> Print or save as PDF
        </Button>
      </div>
      <article className="plate receipt" aria-label={`Receipt ${order.number}`}>
        <div className="receipt-head">
          <Logo />
          <Address lines={site.address} />
        </div>
        <div className="receipt-cells">
          <Stat label="Receipt for order">
            <p className="display pt-2 text-figure-s">{order.number}</p>
            {order.purchaseOrderNumber && (
              <p className="pt-2 text-small wrap-anywhere">
                Your order number: <Spoken>{order.purchaseOrderNumber}</Spoken>
              </p>
            )}
          </Stat>
          <Stat label={words.paidOn}>
            <p className="display pt-2 text-figure-s">{formatDate(paidAt)}</p>
          </Stat>
          <Stat label="Paid by">
            <Address lines={[order.name, order.email, order.phone]} />
          </Stat>
          <Stat label="Deliver to">
            <Address lines={order.address.split('\n')} />
          </Stat>
        </div>
        <Lines order={order} back={backWord(byCard)} caption={sums.unpaid > 0 ? 'Items ordered' : 'Items paid for'}>
          <Sums order={order} sums={sums} partBack={words.partBack} />
        </Lines>
      </article>
      {order.state === 'refunded' && <p className="mt-6 max-w-[34em] border-l-3 border-err pl-4">{words.allBack}</p>}
      <p className="mt-6 print:hidden">
        <TextLink to="/dashboard/myorders">My Orders</TextLink>
      </p>
    </>
  )
}

function Address({ lines }: { lines: readonly string[] }) {
  return (
    <address className="pt-2 text-small not-italic">
      {lines.map((line) => (
        <span key={line} className="block wrap-anywhere" lang={langOf(line)}>
          {line}
        </span>
      ))}
    </address>
  )
}

type LinesProps = { order: Order; back: string; caption: string; children: ReactNode }

function Lines({ order, back, caption, children }: LinesProps) {
  const money = (amount: number) => formatMoney(amount, order.currency)
  return (
    <div className="receipt-lines">
      <Table caption={caption}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <NumberHead>Quantity</NumberHead>
            <NumberHead>Price each</NumberHead>
            <NumberHead>Amount</NumberHead>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ position, productName, partNumber, quantity, refunded, unitPrice, total }) => (
            <tr key={position}>
              <td>
                <span className="display block text-name" lang={langOf(productName)}>
                  <Unbroken>{productName}</Unbroken>
                </span>
                <span className="label text-ink-3">{partNumber}</span>
              </td>
              <td className="number">
                {formatCount(quantity)}
                {refunded > 0 && (
                  <span className="block text-small text-ink-2">
                    {formatCount(refunded)} {back}
                  </span>
                )}
              </td>
              <td className="number">{money(unitPrice)}</td>
              <td className="number">{money(total)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {children}
    </div>
  )
}

type SumsProps = { order: Order; sums: ReturnType<typeof receiptSums>; partBack: string }

/** From the total of the lines to what was paid. */
function Sums({ order, sums: { unpaid, paid, back }, partBack }: SumsProps) {
  const money = (amount: number) => formatMoney(amount, order.currency)
  return (
    <>
      {order.taxAmount > 0 && (
        <Sum label={order.addedTaxAmount > 0 ? 'Tax' : 'Tax in the total'}>{money(order.taxAmount)}</Sum>
      )}
      {unpaid > 0 && (
        <>
          <Sum label="Total">{money(order.totalAmount)}</Sum>
          <Sum label="Credited before it was paid">{money(-unpaid)}</Sum>
        </>
      )}
      <p className="flex flex-wrap items-end justify-between gap-4 pt-6">
        <span className="text-ink-2">Total paid, {order.currency.toUpperCase()}</span>
        <span className="display text-total">{money(paid)}</span>
      </p>
      {back > 0 && <Sum label={partBack}>{money(-back)}</Sum>}
    </>
  )
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-end justify-between gap-x-3 pt-4">
      <span className="text-ink-2">{label}</span>
      <span className="ml-auto font-[540]">{children}</span>
    </p>
  )
}

function NumberHead({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="number">
      {children}
    </th>
  )
}
