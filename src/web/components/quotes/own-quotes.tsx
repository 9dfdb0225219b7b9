import { Link } from 'react-router'
import type { Quote } from '#features/quotes/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import { Table } from '#web/ui/table.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { QuoteBadge } from './quote-badge.tsx'

/** A user's own quotes, newest first. */
export function OwnQuotes({ quotes }: { quotes: readonly Quote[] }) {
  if (quotes.length === 0) return <NothingYet />
  return (
    <div className="admin-table">
      <Table caption="Quotes">
        <thead>
          <tr>
            <th scope="col">Quote</th>
            <th scope="col" className="wide number">
              Quantity
            </th>
            <th scope="col" className="wide number">
              Offer
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {quotes.map(({ _id, number, productName, quantity, offer, currency, state, createdAt }) => (
            <tr key={_id} className="align-top">
              <td className="wrap-anywhere">
                <Link to={`/quote/${_id}`} className="display text-name hover:underline" lang={langOf(productName)}>
                  <Unbroken>{productName}</Unbroken>
                </Link>
                <span className="block pt-1 text-small text-ink-2">
                  <Unbroken>{number}</Unbroken>, requested on{' '}
                  <span className="whitespace-nowrap">{formatDate(createdAt)}</span>
                </span>
              </td>
              <td className="wide number">{formatCount(quantity)}</td>
              <td className="wide number whitespace-nowrap">{offer ? formatMoney(offer.total, currency) : '–'}</td>
              <td>
                <QuoteBadge state={state} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function NothingYet() {
  return (
    <EmptyState
      title="No quotes yet"
      action={
        <ButtonLink to="/buyproduct" variant="primary">
          Ask for a quote
        </ButtonLink>
      }
    >
      Ask for one from a product, from your order, or in your own words. Our offers appear here.
    </EmptyState>
  )
}
