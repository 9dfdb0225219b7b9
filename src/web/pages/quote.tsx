import { data } from 'react-router'
import { refusals } from '#content/refusals.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { QuoteForm } from '#web/components/quote/quote-form.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { productAskedFor } from '#web/components/quote/product-asked-for.ts'
import { readQuote, type QuoteResult } from '#web/components/quote/read-quote.ts'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { usePersonKey } from '#web/lib/use-person-key.ts'
import type { Route } from './+types/quote'

const lead =
  'For larger quantities, a part with one thing changed, or a label with your name. Name your target price; we’ll tell you if we can meet it.'

export const handle = { parameters: ['product'] }

export const meta = () => pageMeta('Ask for a quote', lead)

/** A link may name the product, which then fills its field. */
export function loader({ context, request }: Route.LoaderArgs) {
  return { currency: pageServices(context).settings.currency, product: productAskedFor(request.url) }
}

/** Takes the form from a browser that does not run script; with script it goes to the API. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw data(null, 405)
  const form = await request.formData().catch(() => undefined)
  if (!form) return data<QuoteResult>({ errors: { root: refusals.formUnreadable } }, 400)
  const { settings, askForQuote } = pageServices(context)
  const { quote, answer } = readQuote(form, settings.currency)
  if (!quote) return data(answer, 422)
  const problem = await askForQuote(quote)
  if (!problem) return { sent: quote }
  const errors = Object.fromEntries(problem.errors.map(({ path, message }) => [path, message]))
  return data(
    { ...answer, errors: { ...errors, ...(problem.errors.length === 0 && { root: problem.detail }) } },
    problem.status,
  )
}

export default function QuotePage({ loaderData: { currency, product }, actionData: answer }: Route.ComponentProps) {
  const person = usePersonKey(useSession()?.id)
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title="Name a price and a quantity">{lead}</PageHeading>
      <SideSection title="Your request" note={<WhatFollows />}>
        <QuoteForm key={`${person} ${product}`} currency={currency} product={product} answer={answer} />
      </SideSection>
    </div>
  )
}

function WhatFollows() {
  return (
    <ol className="grid list-decimal gap-2 pl-4">
      <li>Our sales desk sees the request at once.</li>
      <li>A person reads it, and can reach you at the e-mail and phone you give.</li>
      <li>Nothing is ordered until you say so.</li>
    </ol>
  )
}
