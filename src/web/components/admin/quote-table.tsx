import { Link } from 'react-router'
import { mailTo, telephone } from '#content/contact.ts'
import type { Quote, QuoteQuery } from '#features/quotes/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { QuoteBadge } from '#web/components/quotes/quote-badge.tsx'
import { QuoteAnswered } from './quote-answered.tsx'
import { SortHeader } from './sort-header.tsx'

type QuoteTableProps = { quotes: readonly Quote[]; shown: QuoteQuery; currency: string }

/** The quote requests, each with the ways to answer it. In narrow layouts, everything fits in two columns. */
export function QuoteTable({ quotes, shown, currency }: QuoteTableProps) {
  return (
    <div className="admin-table">
      <Table caption="Quote requests">
        <thead>
          <tr>
            <SortHeader up="name" down="-name" shown={shown}>
              From
            </SortHeader>
            <th scope="col" className="wide">
              Product
            </th>
            <SortHeader up="quantity" down="-quantity" shown={shown} className="number">
              Quantity
            </SortHeader>
            <th scope="col" className="wide number">
              Price each
            </th>
            <SortHeader up="oldest" down="newest" shown={shown} className="wide number">
              Requested
            </SortHeader>
            <th scope="col" className="wide">
              Answer
            </th>
          </tr>
        </thead>
        <tbody>
          {quotes.map((quote) => (
            <QuoteRow key={quote._id} quote={quote} price={priceOf(quote, currency)} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/** A request for several products has no single price. */
const priceOf = ({ price }: Quote, currency: string): string => (price === null ? '–' : formatMoney(price, currency))

function QuoteRow({ quote, price }: { quote: Quote; price: string }) {
  const { number, name, email, phone, productName, quantity, createdAt } = quote
  return (
    <tr className="align-top">
      <td className="wrap-anywhere">
        <Link to={`/quote/${quote._id}`} className="display block text-name hover:underline" lang={langOf(name)}>
          {name}
        </Link>
        <span className="block pt-0.5">
          <TextLink to={`/quote/${quote._id}`} className="text-small whitespace-nowrap">
            {number}
          </TextLink>
        </span>
        <span className="narrow py-1" lang={langOf(productName)}>
          <Unbroken>{productName}</Unbroken>
        </span>
        <a className="text-link mt-1 text-small" href={mailTo(email)}>
          {email}
        </a>
        <a className="mt-1 block w-fit text-small text-ink-2 hover:underline" href={telephone(phone)}>
          {phone}
        </a>
        <span className="block pt-2">
          <QuoteBadge state={quote.state} />
        </span>
        <span className="narrow pt-3">
          <Answer quote={quote} />
        </span>
      </td>
      <td className="wide wrap-anywhere" lang={langOf(productName)}>
        <Unbroken>{productName}</Unbroken>
      </td>
      <td className="number font-[540]">
        {formatCount(quantity)}
        {quote.price !== null && <span className="narrow text-small font-normal text-ink-2">at {price}</span>}
        <span className="narrow text-small font-normal whitespace-nowrap text-ink-2">{formatDate(createdAt)}</span>
      </td>
      <td className="wide number font-[540]">{price}</td>
      <td className="wide number whitespace-nowrap text-ink-2">{formatDate(createdAt)}</td>
      <td className="wide whitespace-nowrap">
        <Answer quote={quote} />
      </td>
    </tr>
  )
}

/** The way to answer, and whether somebody has. */
function Answer({ quote }: { quote: Quote }) {
  const { _id, number, state, answeredAt } = quote
  const label = state === 'asked' && answeredAt === null ? 'Write an offer' : 'Open'
  return (
    <>
      <span className="block pb-2">
        <ButtonLink to={`/quote/${_id}`} size="small" aria-label={`${label}: ${number}`}>
          {label}
        </ButtonLink>
      </span>
      <QuoteAnswered quote={quote} />
    </>
  )
}
