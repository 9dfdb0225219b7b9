import { site } from '#content/site.ts'
import { OwnOrders, ordersOf } from '#web/components/orders/own-orders.tsx'
import { requireSession } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import type { Route } from './+types/orders'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  return { email, orders: inBackground(ordersOf(email)) }
}

export const meta = () => [{ title: `My Orders · ${site.name}` }]

/** /dashboard/myorders: for admins too, linked from My Profile. */
export default function OrdersPage({ loaderData: { email, orders } }: Route.ComponentProps) {
  return <OwnOrders email={email} orders={orders} />
}
