import { Link } from 'react-router'
import type { DeskOrder } from '#features/orders/desk-schema.ts'
import type { StaffDay } from '#features/staff-day/schema.ts'
import { AdminHeading } from '#web/components/admin/admin-heading.tsx'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { useStaffChanges } from '#web/lib/use-staff-changes.ts'
import { TextLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import { dayTiles, type DayTile } from './day-tiles.ts'
import { NewestOrders } from './newest-orders.tsx'

type TodayProps = { day: Promise<StaffDay>; newest: Promise<DeskOrder[]> }

/** The start page of staff: what is waiting, and the newest orders. */
export function Today({ day, newest }: TodayProps) {
  useStaffChanges(['orders', 'quotes', 'mails'])
  return (
    <>
      <AdminHeading title="Today" />
      <AsyncList promise={day} what="counts" skeleton={<TilesToCome />}>
        {(counts) => <Tiles tiles={dayTiles(counts)} />}
      </AsyncList>
      <div className="flex flex-wrap items-baseline justify-between gap-4 pt-14 pb-5">
        <h2 className="text-h3">Newest orders</h2>
        <TextLink to="/dashboard/orders">All orders</TextLink>
      </div>
      <AsyncList promise={newest} what="newest orders">
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState title="No orders yet">The newest orders appear here as soon as they are placed.</EmptyState>
          ) : (
            <NewestOrders orders={orders} />
          )
        }
      </AsyncList>
    </>
  )
}

function Tiles({ tiles }: { tiles: readonly DayTile[] }) {
  return (
    <ul className="plate day-plate" aria-label="Waiting for you">
      {tiles.map(({ label, figure, note, to, waits }) => (
        <li key={label}>
          <Link to={to} className="day-tile">
            <span className="label text-ink-3">{label}</span>
            <span className={waits ? 'day-figure' : 'day-figure text-ink-3'}>{figure}</span>
            <span className="text-small text-ink-2">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder tiles of the same size, until the counts arrive. */
function TilesToCome() {
  return (
    <div className="plate day-plate" aria-hidden="true">
      {Array.from({ length: 7 }, (_, tile) => (
        <div key={tile}>
          <div className="day-tile">
            <span className="label">
              <Skeleton className="h-[1.4em] w-20" />
            </span>
            <span className="day-figure">
              <Skeleton className="h-[1em] w-12" />
            </span>
            <span className="text-small">
              <Skeleton className="h-[1.5em] w-24" />
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}
