import { site } from '#content/site.ts'
import { mostCounted } from '#features/audit/rules.ts'
import { AuditQuery, type AuditEntry } from '#features/audit/schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { AuditFilters } from '#web/components/admin/audit-filters.tsx'
import { AuditTable } from '#web/components/admin/audit-table.tsx'
import { actorOf, subjectOf } from '#web/components/admin/audit-words.ts'
import { Pager } from '#web/components/admin/pager.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { useSettings } from '#web/lib/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/audit'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  const shown = requestedList(AuditQuery, request)
  return { shown, page: inBackground(entriesOf(shown)) }
}

async function entriesOf(shown: AuditQuery): Promise<Page<AuditEntry>> {
  return listPage(await api.audit.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Audit log · ${site.name}` }]

/** Who did what, when and from where. */
export default function AuditPage({ loaderData: { shown, page } }: Route.ComponentProps) {
  const currency = useSettings()?.currency ?? 'usd'
  return (
    <>
      <AdminHeading title="Audit log" />
      <AuditFilters shown={shown} />
      <AsyncList promise={page} what="audit log">
        {(loaded) =>
          loaded.items.length === 0 ? (
            <Empty />
          ) : (
            <>
              <Narrowed shown={shown} first={loaded.items[0]} />
              <AuditTable entries={loaded.items} shown={shown} currency={currency} />
              <Pager page={loaded} shown={shown} what="entry" many="entries" countedTo={mostCounted} />
            </>
          )
        }
      </AsyncList>
    </>
  )
}

/** The actor or subject to which the list is limited, and the link back to everything. */
function Narrowed({ shown, first }: { shown: AuditQuery; first: AuditEntry | undefined }) {
  if (!first || (!shown.actor && !shown.subject)) return null
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-2">
      <span className="wrap-anywhere">
        Only what {shown.actor ? `${actorOf(first)} did` : `was done to ${subjectOf(first)}`}
      </span>
      <ButtonLink to="/dashboard/audit" variant="outline" size="small">
        Show everything
      </ButtonLink>
    </p>
  )
}

/** The viewer has signed in, so without a filter there is at least one entry. */
function Empty() {
  return (
    <EmptyState
      title="No matching entries"
      action={
        <ButtonLink to="/dashboard/audit" variant="outline">
          Show everything
        </ButtonLink>
      }
    >
      Try fewer words or other dates, or show everything.
    </EmptyState>
  )
}
