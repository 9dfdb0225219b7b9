import { Suspense, useState } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { messages } from '#content/messages.ts'
import type { Order } from '#features/orders/schema.ts'
import type { Page } from '#shared/list.ts'
import { OrderTable } from '#web/components/orders/order-table.tsx'
import { api } from '#web/lib/api.ts'
import { listPage } from '#web/lib/list-page.ts'
import { problemText } from '#web/lib/problem.ts'
import { useRenewal } from '#web/lib/use-renewal.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { notifyError } from '#web/ui/notify.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/state-blocks.tsx'

/** The newest orders, and older ones until there are `atLeast` in all. */
export async function ordersOf(email: string, atLeast = 0): Promise<Page<Order>> {
  let page = await listPage(await api.order.$get({ query: { email } }))
  while (page.items.length < atLeast && page.nextCursor) {
    const { items, ...rest } = await listPage(await api.order.$get({ query: { email, cursor: page.nextCursor } }))
    page = { ...rest, items: [...page.items, ...items] }
  }
  return page
}

type OwnOrdersProps = { email: string; orders: Promise<Page<Order>> }

/** A user's own orders. */
export function OwnOrders({ email, orders }: OwnOrdersProps) {
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

/** The orders as they are now, even when one is paid, cancelled or expires while the page is open. */
function Orders({ email, loaded }: { email: string; loaded: Page<Order> }) {
  const [renewed, setRenewed] = useState({ loaded, page: loaded })
  const { items: orders, nextCursor } = renewed.loaded === loaded ? renewed.page : loaded
  const read = async (atLeast: number) => setRenewed({ loaded, page: await ordersOf(email, atLeast) })
  useRenewal({ renew: () => read(orders.length), expecting: orders.some(({ processing }) => processing) })
  return (
    <>
      <NowPaid orders={orders} />
      {orders.length === 0 ? <Empty /> : <OrderTable orders={orders} />}
      {nextCursor && <ShowOlder read={() => read(orders.length + 1)} />}
    </>
  )
}

function ShowOlder({ read }: { read: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  async function show(): Promise<void> {
    setBusy(true)
    await read().catch((error: unknown) => notifyError(problemText(error)))
    setBusy(false)
  }
  return (
    <p className="mt-6">
      <Button variant="outline" busy={busy} busyLabel="Loading" onClick={() => void show()}>
        Show older orders
      </Button>
    </p>
  )
}

/** Tells screen readers that a processing payment has arrived. */
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
