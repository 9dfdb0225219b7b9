import { site } from '#content/site.ts'
import { QuoteQuery, type Quote } from '#features/quotes/schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { Pager } from '#web/components/admin/pager.tsx'
import { QuoteTable } from '#web/components/admin/quote-table.tsx'
import { SearchForm } from '#web/components/admin/search-form.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { useSettings } from '#web/lib/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/quotes'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  const shown = requestedList(QuoteQuery, request)
  return { shown, page: inBackground(quotesOf(shown)) }
}

async function quotesOf(shown: QuoteQuery): Promise<Page<Quote>> {
  return listPage(await api.quote.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Quote requests · ${site.name}` }]

/** What visitors asked for on /buyproduct. */
export default function QuotesPage({ loaderData: { shown, page } }: Route.ComponentProps) {
  const currency = useSettings()?.currency ?? 'usd'
  return (
    <>
      <AdminHeading title="Quote requests" />
      <SearchForm
        label="Search by name, e-mail, phone or product"
        placeholder="Name, e-mail or product"
        words={shown.q}
        sort={shown.sort}
      />
      <AsyncList promise={page} what="quote requests">
        {(loaded) =>
          loaded.items.length === 0 ? (
            <Empty filtered={shown.q !== undefined} />
          ) : (
            <>
              <QuoteTable quotes={loaded.items} shown={shown} currency={currency} />
              <Pager page={loaded} shown={shown} what="request" />
            </>
          )
        }
      </AsyncList>
    </>
  )
}

function Empty({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <EmptyState title="No quote requests yet">
        Requests from the quote page appear here, with the e-mail and the phone to reply to.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No request fits that"
      action={
        <ButtonLink to="/dashboard/quotes" variant="outline">
          Show all requests
        </ButtonLink>
      }
    >
      Try fewer words, or just the e-mail.
    </EmptyState>
  )
}
