import { Link } from 'react-router'
import { site } from '#content/site.ts'
import { QuoteQuery, type Quote } from '#features/quotes/schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { Pager } from '#web/components/admin/pager.tsx'
import { QuoteTable } from '#web/components/admin/quote-table.tsx'
import { OwnQuotes } from '#web/components/quotes/own-quotes.tsx'
import { SearchForm } from '#web/components/admin/search-form.tsx'
import { api } from '#web/lib/api.ts'
import { isAdmin, requireSession } from '#web/lib/guards.ts'
import { inBackground, listAddress, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { useSettings } from '#web/lib/settings.ts'
import { useStaffChanges } from '#web/lib/use-staff-changes.ts'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { formatDay } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/quotes'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  const shown = requestedList(QuoteQuery, request)
  return { staff: await isAdmin(user), shown, page: inBackground(quotesOf(shown)) }
}

async function quotesOf(shown: QuoteQuery): Promise<Page<Quote>> {
  return listPage(await api.quote.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Quote requests · ${site.name}` }]

/** Everybody's requests for staff; for others, their own quotes. */
export default function QuotesPage({ loaderData: { staff, shown, page } }: Route.ComponentProps) {
  return staff ? <AllQuotes shown={shown} page={page} /> : <Own page={page} shown={shown} />
}

type ListProps = { shown: QuoteQuery; page: Promise<Page<Quote>> }

function Own({ page, shown }: ListProps) {
  return (
    <>
      <h1 className="mb-8 text-h1-quiet">Quotes</h1>
      <AsyncList promise={page} what="quotes">
        {(loaded) => (
          <>
            <OwnQuotes quotes={loaded.items} />
            {loaded.total > 0 && <Pager page={loaded} shown={shown} what="quote" />}
          </>
        )}
      </AsyncList>
    </>
  )
}

function AllQuotes({ shown, page }: ListProps) {
  useStaffChanges(['quotes'])
  const currency = useSettings()?.currency ?? 'usd'
  return (
    <>
      <AdminHeading title="Quote requests" />
      <SearchForm
        label="Search by number, name, e-mail, phone or product"
        placeholder="Number, name, e-mail or product"
        words={shown.q}
        sort={shown.sort}
      >
        {shown.answered && <input type="hidden" name="answered" value={shown.answered} />}
        {shown.from && <input type="hidden" name="from" value={shown.from} />}
      </SearchForm>
      <AnsweredSwitch shown={shown} />
      {shown.from && (
        <p className="pb-6 text-ink-2">
          Requests since {formatDay(shown.from)}.{' '}
          <TextLink to={listAddress(shown, { from: undefined })}>Show all days</TextLink>
        </p>
      )}
      <AsyncList promise={page} what="quote requests">
        {(loaded) =>
          loaded.items.length === 0 ? (
            <Empty shown={shown} />
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

function AnsweredSwitch({ shown }: { shown: QuoteQuery }) {
  const choices: [QuoteQuery['answered'], string][] = [
    ['no', 'Not answered'],
    ['yes', 'Answered'],
    [undefined, 'All'],
  ]
  return (
    <nav aria-label="Answered" className="category-switch mb-7">
      <div className="switch">
        {choices.map(([answered, name]) => (
          <Link
            key={name}
            to={listAddress(shown, { answered })}
            preventScrollReset
            aria-current={shown.answered === answered ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </div>
    </nav>
  )
}

function Empty({ shown: { q, answered, from } }: { shown: QuoteQuery }) {
  if (q === undefined && answered === 'no') {
    return (
      <EmptyState title="Every request is answered">
        New requests from the quote page appear here until you mark them as answered.
      </EmptyState>
    )
  }
  if (q === undefined && answered === undefined && from === undefined) {
    return (
      <EmptyState title="No quote requests yet">
        Requests from the quote page appear here, with the e-mail and the phone to reply to.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No matching requests"
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
