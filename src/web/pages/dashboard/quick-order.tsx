import { redirect } from 'react-router'
import { site } from '#content/site.ts'
import { QuickOrder } from '#web/components/quick-order/quick-order.tsx'
import { requireSession } from '#web/lib/guards.ts'
import { linesAskedBy, listPath } from '#web/lib/order-again.ts'
import { orderById, savedListById } from '#web/lib/order-by-id.ts'
import { withLines } from '#web/lib/quick-order/list.ts'
import { keepList, keptList } from '#web/lib/quick-order/use-quick-list.ts'
import type { Route } from './+types/quick-order'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  const lines = await linesFor(linesAskedBy(request))
  if (lines) {
    keepList(user.id, withLines(keptList(user.id), lines))
    // Only once: a reload does not add them again.
    throw redirect(listPath())
  }
  return { user, kept: keptList(user.id) }
}

async function linesFor({ order, list }: ReturnType<typeof linesAskedBy>) {
  if (order) return (await orderById(order)).lines
  return list ? (await savedListById(list)).lines : undefined
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
