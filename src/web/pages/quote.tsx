import { PageHeading } from '#web/components/page-heading.tsx'
import { QuoteForm } from '#web/components/quote/quote-form.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { TextLink } from '#web/ui/button.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import type { Route } from './+types/quote'

const lead =
  'For more than the list has, for a part with one thing changed, or for a label with your name. Say what it may cost; we say whether it can.'

export const meta = () => pageMeta('Ask for a quote', lead)

export function loader({ context }: Route.LoaderArgs) {
  return { currency: pageServices(context).settings.currency }
}

export default function QuotePage({ loaderData: { currency } }: Route.ComponentProps) {
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title="Name a price and a quantity">{lead}</PageHeading>
      <SideSection title="Your request" note={<WhatFollows />}>
        <NeedsScript className="mb-8 max-w-[34em]">
          This form needs JavaScript, which your browser does not run here.{' '}
          <TextLink to="/contact">Write to us</TextLink> instead.
        </NeedsScript>
        <QuoteForm currency={currency} />
      </SideSection>
    </div>
  )
}

function WhatFollows() {
  return (
    <ol className="grid list-decimal gap-2 pl-5">
      <li>Our sales desk sees the request at once.</li>
      <li>The answer comes by e-mail: a price, a date, or the reason why not.</li>
      <li>Nothing is ordered until you say so.</li>
    </ol>
  )
}
