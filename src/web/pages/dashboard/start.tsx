import { site } from '#content/site.ts'
import type { DeskOrder } from '#features/orders/desk-schema.ts'
import type { StaffDay } from '#features/staff-day/schema.ts'
import { OwnOrders, ordersOf } from '#web/components/orders/own-orders.tsx'
import { Today } from '#web/components/staff/today.tsx'
import { api } from '#web/lib/api.ts'
import { isAdmin, requireSession } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import type { Route } from './+types/start'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  // Without an answer, the page follows the token: each call still checks for itself.
  const staff = await isAdmin(user).catch(() => user.role === 'admin')
  if (!staff) return { staff, email: user.email, orders: inBackground(ordersOf(user.email)) }
  return { staff, day: inBackground(dayOfStaff()), newest: inBackground(newestOrders()) }
}

async function dayOfStaff(): Promise<StaffDay> {
  return (await api.staff.day.$get()).json()
}

async function newestOrders(): Promise<DeskOrder[]> {
  return (await api.orders.$get({ query: { limit: '8' } })).json()
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.staff ? 'Today' : 'My Orders'} · ${site.name}` },
]

/** /dashboard: for staff what is waiting for them, for everybody else their orders. */
export default function StartPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <OwnOrders email={loaderData.email} orders={loaderData.orders} />
  return <Today day={loaderData.day} newest={loaderData.newest} />
}
