import type { ReactNode } from 'react'
import type { Statement } from '#features/receivables/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { counted } from '#web/ui/format.ts'

/** The state of an account: what is owed, how much of it is overdue, and how much credit is left. */
export function AccountFigures({ statement }: { statement: Statement }) {
  const { terms, owed, overdue, credit, available, currency } = statement
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className="plate account-figures">
      <Figure label="Open" note={overdue > 0 ? <strong>{money(overdue)} overdue</strong> : 'Nothing overdue'}>
        {money(owed)}
      </Figure>
      <Figure
        label="Left to spend"
        note={
          terms
            ? `of ${money(terms.creditLimit)}${credit > 0 ? ' and your credit' : ''}, to be paid within ${counted(terms.netDays, 'day')}`
            : 'Card payments only'
        }
      >
        {money(available)}
      </Figure>
      <Figure label="Credit" note={credit > 0 ? 'Pays the next order on account' : 'No credit'}>
        {money(credit)}
      </Figure>
    </dl>
  )
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="label text-ink-2">{label}</dt>
      <dd className="display pt-3 text-figure-s">{children}</dd>
      <dd className="pt-2 text-small text-ink-2">{note}</dd>
    </div>
  )
}
