import { Link } from 'react-router'
import { statementWords as words } from '#content/papers.ts'
import type { Statement } from '#features/receivables/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { formatDate, formatDay } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'

/** The entries of a month, each with the balance owed after it. */
export function StatementTable({ statement }: { statement: Statement }) {
  const { entries, opening, before, closing, nextCursor, currency } = statement
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className="admin-table">
      <Table caption="Statement">
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col" className="wide">
              Day
            </th>
            <th scope="col" className="wide number">
              Amount
            </th>
            <th scope="col" className="number">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          <Sum label={words.opening}>{money(opening)}</Sum>
          {entries[0] && before !== opening && <Sum label={words.before}>{money(before)}</Sum>}
          {entries.map((entry) => (
            <tr key={entry._id} className="align-top">
              <td className="wrap-anywhere">
                {words.kinds[entry.kind]}{' '}
                {entry.orderId ? (
                  <Link to={`/dashboard/orders/${entry.orderId}`} className="text-link">
                    {entry.label}
                  </Link>
                ) : (
                  <span lang={langOf(entry.label)}>{entry.label}</span>
                )}
                {entry.receivedAt && (
                  <span className="block text-small text-ink-2">received on {formatDay(entry.receivedAt)}</span>
                )}
                <span className="narrow">Amount {money(entry.amount)}</span>
                <span className="narrow text-small text-ink-2">{formatDate(entry.at)}</span>
              </td>
              <td className="wide whitespace-nowrap text-ink-2">{formatDate(entry.at)}</td>
              <td className="wide number whitespace-nowrap">{money(entry.amount)}</td>
              <td className="number whitespace-nowrap">{money(entry.balance)}</td>
            </tr>
          ))}
          {nextCursor && <Sum label={words.further}>…</Sum>}
          <Sum label={words.closing}>{money(closing)}</Sum>
        </tbody>
      </Table>
    </div>
  )
}

function Sum({ label, children }: { label: string; children: string }) {
  return (
    <tr>
      <td className="font-[540]">{label}</td>
      <td className="number font-[540] whitespace-nowrap" colSpan={3}>
        {children}
      </td>
    </tr>
  )
}
