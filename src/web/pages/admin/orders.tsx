import { useState } from 'react'
import { site } from '#content/site.ts'
import { countedTo, OrderDeskQuery, type DeskOrder } from '#features/orders/desk-schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { Pager } from '#web/components/admin/pager.tsx'
import { DeskFilter } from '#web/components/desk/desk-filter.tsx'
import { DeskTable } from '#web/components/desk/desk-table.tsx'
import { ExportOrders } from '#web/components/desk/export-orders.tsx'
import { PrintOrders } from '#web/components/desk/print-orders.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, isNarrowed, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { useStaffChanges } from '#web/lib/use-staff-changes.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { counted } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/orders'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  const shown = requestedList(OrderDeskQuery, request)
  return { shown, page: inBackground(ordersOf(shown)) }
}

async function ordersOf(shown: OrderDeskQuery): Promise<Page<DeskOrder>> {
  return listPage(await api.orders.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Orders · ${site.name}` }]

/** Everybody's orders. */
export default function OrdersPage({ loaderData: { shown, page } }: Route.ComponentProps) {
  useStaffChanges(['orders'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <AdminHeading title="Orders">
        <div className="flex flex-wrap gap-3">
          <PrintOrders shown={shown} chosen={chosen} />
          <ExportOrders shown={shown} />
        </div>
      </AdminHeading>
      <DeskFilter shown={shown} />
      <AsyncList promise={page} what="orders">
        {(loaded) =>
          loaded.items.length === 0 ? (
            <Empty filtered={isNarrowed(shown)} />
          ) : (
            <>
              <Chosen count={chosen.size} onNone={() => setChosen(new Set())} />
              <DeskTable orders={loaded.items} shown={shown} chosen={chosen} onChoose={setChosen} />
              <Pager page={loaded} shown={shown} what="order" countedTo={countedTo(shown, pageSize)} />
            </>
          )
        }
      </AsyncList>
    </>
  )
}

/** How many orders are chosen, on this page of the list and on others. */
function Chosen({ count, onNone }: { count: number; onNone: () => void }) {
  return (
    <p className="chosen-orders" aria-live="polite">
      {count > 0 && (
        <>
          {counted(count, 'order')} chosen
          <button type="button" className="text-link" onClick={onNone}>
            Choose none
          </button>
        </>
      )}
    </p>
  )
}

function Empty({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <EmptyState title="No orders yet">
        Every order appears here as soon as it is placed, with what to do next.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No matching orders"
      action={
        <ButtonLink to="/dashboard/orders" variant="outline">
          Show all orders
        </ButtonLink>
      }
    >
      Try fewer words, another state or more days.
    </EmptyState>
  )
}
