import { Suspense, useState } from 'react'
import { Await, redirect, useAsyncError, useRevalidator } from 'react-router'
import { messages } from '#content/messages.ts'
import { site } from '#content/site.ts'
import type { Order } from '#features/orders/schema.ts'
import { OrderTable } from '#web/components/orders/order-table.tsx'
import { api } from '#web/lib/api.ts'
import { isAdmin, requireSession } from '#web/lib/guards.ts'
import { problemText } from '#web/lib/problem.ts'
import { useRenewal } from '#web/lib/use-renewal.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/orders'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  // An admin's dashboard begins with the products; what they ordered themselves is at /dashboard/orders.
  const isStart = new URL(request.url).pathname === '/dashboard'
  if (isStart && (await isAdmin(user).catch(() => user.role === 'admin'))) throw redirect('/managetools')
  const orders = ordersOf(user.email)
  // Await shows a failure; without this the browser reports one that came before it was there.
  orders.catch(() => undefined)
  return { email: user.email, orders }
}

async function ordersOf(email: string): Promise<Order[]> {
  return (await api.order.$get({ query: { email } })).json()
}

export const meta = () => [{ title: `My Orders · ${site.name}` }]

/** /dashboard for users; for admins too at /dashboard/orders, where My Profile leads. */
export default function OrdersPage({ loaderData: { email, orders } }: Route.ComponentProps) {
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1-quiet">My Orders</h1>
        <ButtonLink to="/tools" variant="outline">
          Order another tool
        </ButtonLink>
      </div>
      <Suspense fallback={<Loading />}>
        <Await resolve={orders} errorElement={<Failed />}>
          {(loaded) => <Orders email={email} loaded={loaded} />}
        </Await>
      </Suspense>
    </>
  )
}

/** The orders as they are now: also when one is paid, cancelled or expires while the page is open. */
function Orders({ email, loaded }: { email: string; loaded: Order[] }) {
  const [renewed, setRenewed] = useState({ loaded, orders: loaded })
  const orders = renewed.loaded === loaded ? renewed.orders : loaded
  const renew = async () => setRenewed({ loaded, orders: await ordersOf(email) })
  useRenewal({ renew, expecting: orders.some(({ processing }) => processing) })
  return (
    <>
      <NowPaid orders={orders} />
      {orders.length === 0 ? <Empty /> : <OrderTable orders={orders} />}
    </>
  )
}

/** Says to who does not see it that a payment which was processing has arrived. */
function NowPaid({ orders }: { orders: readonly Order[] }) {
  const [waitedFor, setWaitedFor] = useState<readonly string[]>([])
  const isNew = ({ _id, processing }: Order) => processing && !waitedFor.includes(_id)
  const added = orders.filter(isNew).map(({ _id }) => _id)
  if (added.length > 0) setWaitedFor([...waitedFor, ...added])
  const paid = orders.filter((order) => order.paid && waitedFor.includes(order._id))
  return (
    <p role="status" className="sr-only">
      {paid.map(({ number }) => `Order ${number} is ${messages.paid}.`).join(' ')}
    </p>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading your orders</span>
      <SkeletonRows rows={4} />
    </div>
  )
}

function Empty() {
  return (
    <EmptyState
      title="No orders yet"
      action={
        <ButtonLink to="/tools" variant="primary">
          See tools and prices
        </ButtonLink>
      }
    >
      Your orders appear here with their status and a payment link. Each tool shows its minimum order.
    </EmptyState>
  )
}

function Failed() {
  const error = useAsyncError()
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorState onRetry={() => void revalidate()} busy={state === 'loading'}>
      Your orders did not load. {problemText(error)}
    </ErrorState>
  )
}
