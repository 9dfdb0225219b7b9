import { site } from '#content/site.ts'
import { QuickOrder } from '#web/components/quick-order/quick-order.tsx'
import { requireSession } from '#web/lib/guards.ts'
import { keptList } from '#web/lib/quick-order/use-quick-list.ts'
import type { Route } from './+types/quick-order'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
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
