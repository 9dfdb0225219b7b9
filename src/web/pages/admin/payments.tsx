import { site } from '#content/site.ts'
import type { Disagreement } from '#features/payments/schema.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { DisagreementTable } from '#web/components/admin/disagreement-table.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/payments'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  return { all: inBackground(loadAll()) }
}

async function loadAll(): Promise<Disagreement[]> {
  return (await api.payments.disagreements.$get()).json()
}

export const meta = () => [{ title: `Payments to check · ${site.name}` }]

/** The payments on which the shop and the card provider disagree. */
export default function PaymentsPage({ loaderData: { all } }: Route.ComponentProps) {
  return (
    <>
      <AdminHeading title="Payments to check" />
      <AsyncList promise={all} what="payments">
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="Everything agrees">
              Refunds that fail, disputes, and money that matches no order appear here, each with what to do about it.
            </EmptyState>
          ) : (
            <DisagreementTable all={loaded} />
          )
        }
      </AsyncList>
    </>
  )
}
