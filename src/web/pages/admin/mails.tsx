import { Link } from 'react-router'
import { site } from '#content/site.ts'
import { MailQuery, mostCounted, type MailState, type MailSummary } from '#features/mails/schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { mailStateNames } from '#web/components/admin/mail-state.tsx'
import { MailTable } from '#web/components/admin/mail-table.tsx'
import { Pager } from '#web/components/admin/pager.tsx'
import { SendAllAgain } from '#web/components/admin/send-all-again.tsx'
import { SearchForm } from '#web/components/admin/search-form.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, listAddress, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { useStaffChanges } from '#web/lib/use-staff-changes.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/mails'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  const shown = requestedList(MailQuery, request)
  return { shown, page: inBackground(mailsOf(shown)) }
}

async function mailsOf(shown: MailQuery): Promise<Page<MailSummary>> {
  return listPage(await api.mails.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Mail · ${site.name}` }]

/** The mails that the shop sent, with the failed ones easy to find. */
export default function MailsPage({ loaderData: { shown, page } }: Route.ComponentProps) {
  useStaffChanges(['mails'])
  return (
    <>
      <AdminHeading title="Mail" />
      <SearchForm
        label="Search by recipient or subject"
        placeholder="Recipient or subject"
        words={shown.q}
        sort={undefined}
      >
        {shown.state && <input type="hidden" name="state" value={shown.state} />}
      </SearchForm>
      <StateSwitch shown={shown} />
      <AsyncList promise={page} what="mail">
        {(loaded) =>
          loaded.items.length === 0 ? (
            <Empty shown={shown} />
          ) : (
            <>
              {shown.state === 'failed' && (
                <div className="mb-5">
                  <SendAllAgain />
                </div>
              )}
              <MailTable mails={loaded.items} />
              <Pager page={loaded} shown={shown} what="mail" countedTo={mostCounted} />
            </>
          )
        }
      </AsyncList>
    </>
  )
}

function StateSwitch({ shown }: { shown: MailQuery }) {
  const choices: [MailState | undefined, string][] = [
    ['failed', mailStateNames.failed],
    ['queued', mailStateNames.queued],
    ['sent', mailStateNames.sent],
    [undefined, 'All'],
  ]
  return (
    <nav aria-label="State" className="category-switch mb-7">
      <div className="switch">
        {choices.map(([state, name]) => (
          <Link
            key={name}
            to={listAddress(shown, { state })}
            preventScrollReset
            aria-current={shown.state === state ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </div>
    </nav>
  )
}

function Empty({ shown: { q, state } }: { shown: MailQuery }) {
  if (q === undefined && state === 'failed') {
    return (
      <EmptyState title="No failed mail">
        Mail that could not be delivered appears here with the reason, and can be sent again.
      </EmptyState>
    )
  }
  if (q === undefined && state === undefined) {
    return (
      <EmptyState title="No mail yet">Every e-mail from the shop appears here, with its delivery state.</EmptyState>
    )
  }
  return (
    <EmptyState
      title="No matching mail"
      action={
        <ButtonLink to="/dashboard/mails" variant="outline">
          Show all mail
        </ButtonLink>
      }
    >
      Try fewer words, another state, or just the recipient.
    </EmptyState>
  )
}
