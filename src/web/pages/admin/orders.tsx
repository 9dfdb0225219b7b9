import { site } from '#content/site.ts'
import { countedTo, OrderDeskQuery, type DeskOrder } from '#features/orders/desk-schema.ts'
import type { Page } from '#shared/list.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { Pager } from '#web/components/admin/pager.tsx'
import type { Ids } from '#web/components/desk/choosing.ts'
import { DeskFilter } from '#web/components/desk/desk-filter.tsx'
import { DeskTable } from '#web/components/desk/desk-table.tsx'
import { ExportOrders } from '#web/components/desk/export-orders.tsx'
import { useChosen } from '#web/components/desk/left-list.ts'
import { PrintOrders } from '#web/components/desk/print-orders.tsx'
import { api } from '#web/lib/api.ts'
import { requireAdmin } from '#web/lib/guards.ts'
import { inBackground, isNarrowed, listPage, listQueryOf, pageSize, requestedList } from '#web/lib/list-page.ts'
import { useStaffChanges } from '#web/lib/use-staff-changes.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { counted, formatCount } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/orders'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id: owner } = await requireAdmin(request)
  const shown = requestedList(OrderDeskQuery, request)
  return { owner, shown, page: inBackground(ordersOf(shown)) }
}

async function ordersOf(shown: OrderDeskQuery): Promise<Page<DeskOrder>> {
  return listPage(await api.orders.$get({ query: listQueryOf({ ...shown, limit: pageSize }) }))
}

export const meta = () => [{ title: `Orders · ${site.name}` }]

/** Everybody's orders. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  useStaffChanges(['orders'])
  // What one account has chosen is not chosen for the next.
  return <Orders key={loaderData.owner} {...loaderData} />
}

function Orders({ owner, shown, page }: Route.ComponentProps['loaderData']) {
  const [chosen, setChosen] = useChosen(owner)
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
        {(loaded) => (
          <>
            <Chosen chosen={chosen} orders={loaded.items} onNone={() => setChosen(new Set())} />
            {loaded.items.length === 0 ? (
              <Empty filtered={isNarrowed(shown)} />
            ) : (
              <>
                <DeskTable owner={owner} orders={loaded.items} shown={shown} chosen={chosen} onChoose={setChosen} />
                <Pager page={loaded} shown={shown} what="order" countedTo={countedTo(shown, pageSize)} />
              </>
            )}
          </>
        )}
      </AsyncList>
    </>
  )
}

type ChosenProps = { chosen: Ids; orders: readonly DeskOrder[]; onNone: () => void }

/** How many orders are chosen, and how many of them are not here to be seen: on another page, or no longer in the list. */
function Chosen({ chosen, orders, onNone }: ChosenProps) {
  const elsewhere = chosen.size - orders.filter(({ _id }) => chosen.has(_id)).length
  return (
    <p className="chosen-orders" aria-live="polite">
      {chosen.size > 0 && (
        <>
          {counted(chosen.size, 'order')} chosen
          {elsewhere > 0 && `, ${formatCount(elsewhere)} of them not on this page`}
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
