import { redirect } from 'react-router'
import { site } from '#content/site.ts'
import { QuickOrder } from '#web/components/quick-order/quick-order.tsx'
import { requireSession } from '#web/lib/guards.ts'
import { orderListedBy } from '#web/lib/order-again.ts'
import { orderById } from '#web/lib/order-by-id.ts'
import { withOrder } from '#web/lib/quick-order/list.ts'
import { keepList, keptList } from '#web/lib/quick-order/use-quick-list.ts'
import type { Route } from './+types/quick-order'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  const again = orderListedBy(request)
  if (again) {
    keepList(user.id, withOrder(keptList(user.id), (await orderById(again)).lines))
    // Once: a reload does not bring them again.
    throw redirect('/dashboard/quick-order')
  }
  return { user, kept: keptList(user.id) }
}

export const meta = () => [{ title: `Quick order · ${site.name}` }]

export default function QuickOrderPage({ loaderData: { user, kept } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-h1-quiet">Quick order</h1>
      <QuickOrder key={user.id} user={user} kept={kept} />
    </>
  )
}
