import { type ComponentProps, useState } from 'react'
import { site } from '#content/site.ts'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { mayTake } from '#features/quotes/rules.ts'
import { langOf } from '#shared/language.ts'
import { ErrorPage } from '#web/components/error-page.tsx'
import { PaperButton } from '#web/components/orders/order-papers.tsx'
import { AcceptForm } from '#web/components/quotes/accept-form.tsx'
import { OfferForm } from '#web/components/quotes/offer-form.tsx'
import { QuoteBadge } from '#web/components/quotes/quote-badge.tsx'
import { QuoteEnds } from '#web/components/quotes/quote-ends.tsx'
import { QuoteHistory } from '#web/components/quotes/quote-history.tsx'
import { AskedLines, OfferedLines } from '#web/components/quotes/quote-lines.tsx'
import { QuoteMessageBox } from '#web/components/quotes/quote-message.tsx'
import { SessionGuard } from '#web/components/session-guard.tsx'
import { loginPath } from '#web/lib/return-path.ts'
import { requireSession } from '#web/lib/guards.ts'
import { hasLink, offerPaper, quoteById, reopenOnLink } from '#web/lib/quote-calls.ts'
import { settleSession, useSession } from '#web/lib/session.ts'
import { usePageRenewal } from '#web/lib/use-page-renewal.ts'
import { usePersonKey } from '#web/lib/use-person-key.ts'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Spoken } from '#web/ui/spoken.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import type { Route } from './+types/offer'

/** A user with the link needs no account. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  reopenOnLink()
  const isByLink = hasLink(params.quoteId)
  const user = isByLink ? await settleSession().catch(() => undefined) : await requireSession(request)
  const quote = await quoteById(params.quoteId)
  // What the link alone gives access to may stay after a sign-out.
  return { quote, privateTo: isByLink && !quote.isStaff ? undefined : user }
}
clientLoader.hydrate = true as const

export const meta = () => [{ title: `Quote · ${site.name}` }]

export function HydrateFallback() {
  return (
    <div className="page noscript:hidden">
      <div className="inset min-h-[60vh] py-14">
        <Spinner label="Opening the quote" />
      </div>
    </div>
  )
}

/** One quote: for staff with the form to make an offer, for the buyer with the form to accept it. */
export default function OfferPage({ loaderData: { quote, privateTo } }: Route.ComponentProps) {
  const { isStaff, offer, state } = quote
  const person = usePersonKey(useSession()?.id)
  usePageRenewal({ ask: () => quoteById(quote._id), expecting: false })
  const canOffer = isStaff && mayTake('offer', state, 'staff')
  return (
    <div className="page">
      {privateTo && <SessionGuard user={privateTo} />}
      <div className="inset pt-10 pb-20 lg:pb-28">
        <p className="mb-3 text-small print:hidden">
          <TextLink to="/dashboard/quotes">{isStaff ? 'Quote requests' : 'Quotes'}</TextLink>
        </p>
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div className="flex flex-wrap items-center gap-4">
            <h1 className="text-h1-quiet">
              <Unbroken>{`Quote ${quote.number}`}</Unbroken>
            </h1>
            <QuoteBadge state={state} />
          </div>
          <QuoteEnds quote={quote} />
        </div>
        {isStaff && <Asker quote={quote} />}
        <div key={person} className="quote-page">
          <section aria-label="Offer" className="min-w-0">
            {offer ? <Offered quote={quote} offer={offer} /> : <AskedLines quote={quote} />}
            {canOffer && (
              <>
                <h2 className="pt-14 pb-5 text-h3 print:hidden">{offer ? 'A new offer' : 'Your offer'}</h2>
                <OfferForm quote={quote} />
              </>
            )}
            {!isStaff && <BuyersStep quote={quote} />}
          </section>
          <section aria-labelledby="history" className="min-w-0">
            <h2 id="history" className="pb-5 text-h3">
              What happened
            </h2>
            <QuoteHistory quote={quote} />
            <QuoteMessageBox quote={quote} />
          </section>
        </div>
      </div>
    </div>
  )
}

/** Some mail programs cut links off, and a link expires some time after its quote. */
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <ErrorPage
    error={error}
    notFound="We cannot open a quote at this address. Copy the whole link from our latest e-mail about it, or log in with the account that asked for it."
  />
)

function Asker({ quote: { name, email, phone } }: { quote: WholeQuote }) {
  return (
    <p className="pb-8">
      <Spoken>{name}</Spoken>
      <span className="block text-ink-2 wrap-anywhere">
        {email}, <span className="whitespace-nowrap">{phone}</span>
      </span>
    </p>
  )
}

function Offered({ quote, offer }: { quote: WholeQuote; offer: NonNullable<WholeQuote['offer']> }) {
  return (
    <>
      <OfferedLines offer={offer} currency={quote.currency} />
      <p className="pt-4 text-ink-2">
        {quote.state === 'offered' &&
          `Valid until ${formatDate(offer.validUntil)}. Stock is reserved when the offer is accepted.`}
        {quote.state === 'expired' && `Was valid until ${formatDate(offer.validUntil)}.`}
      </p>
      <p className="pt-4">
        <PaperButton
          paper={{ name: `${quote.number}.pdf`, label: 'The offer as PDF', fetch: () => offerPaper(quote._id) }}
        />
      </p>
      {offer.message && (
        <p className="max-w-[34em] pt-4 wrap-anywhere whitespace-pre-line" lang={langOf(offer.message)}>
          {offer.message}
        </p>
      )}
    </>
  )
}

/** What the buyer can do now; after a refused acceptance, why. */
function BuyersStep({ quote }: { quote: WholeQuote }) {
  const [refusal, setRefusal] = useState<string>()
  const { offer, state } = quote
  const [seen, setSeen] = useState(offer?.offeredAt)
  const [isReplaced, setReplaced] = useState(false)
  if (offer && offer.offeredAt !== seen) {
    setReplaced(seen !== undefined)
    setSeen(offer.offeredAt)
  }
  if (state === 'offered' && offer) {
    return (
      <>
        {/* Its prices may differ from those that the reader has decided about. */}
        <p role="status">{isReplaced && 'This offer has replaced the one you were shown before.'}</p>
        <Acceptance quote={quote} offer={offer} onRefused={setRefusal} />
      </>
    )
  }
  return (
    <>
      {refusal && (
        <div className="pt-6">
          <FieldNote id="refusal" error={refusal} />
        </div>
      )}
      <Outcome quote={quote} />
    </>
  )
}

function Outcome({ quote: { orderId, state } }: { quote: WholeQuote }) {
  if (orderId) {
    return (
      <p className="pt-10">
        <ButtonLink to={`/dashboard/orders/${orderId}`} variant="primary">
          See the order
        </ButtonLink>
      </p>
    )
  }
  if (state === 'accepted')
    return <p className="pt-6 text-ink-2">It is now an order in the account that accepted it.</p>
  if (state === 'asked')
    return <p className="pt-6 text-ink-2">We are working on it and will write to you when it is ready.</p>
  return null
}

function Acceptance(props: ComponentProps<typeof AcceptForm>) {
  const user = useSession()
  const [here] = useState(() => loginPath({ pathname: `/quote/${props.quote._id}`, search: '' }))
  return (
    <div className="print:hidden">
      <h2 className="pt-14 pb-5 text-h3">Accept the offer</h2>
      {user ? (
        <AcceptForm {...props} />
      ) : (
        <div className="grid justify-items-start gap-5">
          <p className="max-w-[34em] text-ink-2">An order needs an account, so that you can follow it and pay.</p>
          <ButtonLink to={here} variant="primary">
            Log in or sign up to accept
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
