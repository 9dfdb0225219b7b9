import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MailSummary } from '#features/mails/schema.ts'
import type { OrderMoney } from '#features/payments/schema.ts'
import type { OrderStock } from '#features/orders/desk-schema.ts'
import type { Order, OrderEvent } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { isPaidByCard, paidOnAccount, plainCode } from '#web/lib/money-words.ts'
import { formatCount } from '#web/ui/format.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { formatShopMoment } from '#web/ui/shop-moment.ts'

type OrderRecordProps = { record: OrderRecord; order: Order; events: readonly OrderEvent[] }
export type OrderRecord = { money: OrderMoney; mails: readonly MailSummary[]; stock: readonly OrderStock[] }

const refundStates = {
  requested: 'being sent',
  pending: 'on its way',
  succeeded: 'sent',
  failed: 'failed',
} as const
const disputeStates = { open: 'open', won: 'won', lost: 'lost' } as const
const mailStates = { queued: 'waiting', sent: 'sent', failed: 'failed' } as const
const reasons: Readonly<Record<string, string>> = {
  order: 'Taken for this order',
  cancelled: 'Back, order cancelled',
  expired: 'Back, order expired',
  refunded: 'Back, refunded',
}

/** For staff: an order's payments, its stock movements, and the mails its buyer got. */
export function OrderRecordPanel({ record: { money, mails, stock }, order, events }: OrderRecordProps) {
  const amount = (value: number) => formatMoney(value, money.currency)
  const byCard = isPaidByCard(order, events)
  return (
    <div className="grid gap-10 pt-12">
      <Section title="Money">
        {order.owedAmount > 0 && <Row label="Open, on account">{amount(order.owedAmount)}</Row>}
        {byCard ? (
          <>
            <Row label="Captured">{amount(money.captured)}</Row>
            <Row label="Refunded">{amount(money.refunded)}</Row>
            <Row label="Kept">{amount(money.kept)}</Row>
          </>
        ) : (
          <Row label="Paid, on account">{amount(paidOnAccount(events, money.currency))}</Row>
        )}
        {money.refunds.map((refund) => (
          <Row
            key={refund._id}
            label={byCard ? `Refund, ${refundStates[refund.state]}` : 'Credited'}
            note={refund.reason}
          >
            {amount(refund.amount)}
          </Row>
        ))}
        {!byCard && money.refunds.length > 1 && <Row label="Credited in all">{amount(order.refundedAmount)}</Row>}
        {money.disputes?.map((dispute) => (
          <Row key={dispute._id} label={`Dispute, ${disputeStates[dispute.state]}`} note={aboutDispute(dispute)}>
            {amount(dispute.amount)}
          </Row>
        ))}
      </Section>
      <Section title="Stock">
        {stock.map((moved) => (
          <Row
            key={moved._id}
            label={<Spoken>{moved.productName}</Spoken>}
            note={reasons[moved.reason] ?? moved.reason}
          >
            {moved.quantity > 0 ? '+' : '−'}
            {formatCount(Math.abs(moved.quantity))}
          </Row>
        ))}
      </Section>
      <Section title="Mail to the buyer">
        {mails.length === 0 && <p className="py-3 text-ink-2">No mail yet.</p>}
        {mails.map((mail) => (
          <Row
            key={mail._id}
            label={
              <Link className="text-link" to={`/dashboard/mails/${mail._id}`}>
                <Unbroken>{mail.subject}</Unbroken>
              </Link>
            }
            note={formatShopMoment(mail.createdAt)}
          >
            {mailStates[mail.state]}
          </Row>
        ))}
      </Section>
    </div>
  )
}

/** The reason for a dispute, and the deadline for answering it. */
const aboutDispute = ({ reason, state, dueBy }: NonNullable<OrderMoney['disputes']>[number]): string =>
  plainCode(reason) + (state === 'open' && dueBy ? `: answer by ${formatShopMoment(dueBy)}` : '')

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="pb-3 text-h3">{title}</h2>
      <div className="border-t border-line">{children}</div>
    </section>
  )
}

function Row({ label, note, children }: { label: ReactNode; note?: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-3">
      <div className="min-w-0 wrap-anywhere">
        {label}
        {note && (
          <span className="block text-small text-ink-2" lang={langOf(note)}>
            {note}
          </span>
        )}
      </div>
      <div className="flex-none font-[540]">{children}</div>
    </div>
  )
}
