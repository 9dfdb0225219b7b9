import { site } from '#content/site.ts'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { OrderActions } from '#web/components/desk/order-actions.tsx'
import { OrderLines } from '#web/components/desk/order-lines.tsx'
import { OrderNotes } from '#web/components/desk/order-notes.tsx'
import { OrderRecordPanel, type OrderRecord } from '#web/components/desk/order-record.tsx'
import { OrderParty } from '#web/components/desk/order-party.tsx'
import { Timeline } from '#web/components/desk/timeline.tsx'
import { OrderPapers } from '#web/components/orders/order-papers.tsx'
import { BuyerSteps } from '#web/components/orders/buyer-steps.tsx'
import { api } from '#web/lib/api.ts'
import { isAdmin, requireSession } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import { orderById } from '#web/lib/order-by-id.ts'
import { isPaidByCard } from '#web/lib/money-words.ts'
import { usePageRenewal } from '#web/lib/use-page-renewal.ts'
import { useNow } from '#web/lib/use-now.ts'
import { OrderBadge } from '#web/ui/order-badge.tsx'
import { TextLink } from '#web/ui/button.tsx'
import type { Route } from './+types/order'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  const param = { orderId: encodeURIComponent(params.orderId) }
  const [order, papers, events, staff] = await Promise.all([
    orderById(params.orderId),
    api.order[':orderId'].papers.$get({ param }).then((answer) => answer.json()),
    api.order[':orderId'].events.$get({ param }).then((answer) => answer.json()),
    isAdmin(user).catch(() => user.role === 'admin'),
  ])
  return { order, papers, events, staff, record: staff ? inBackground(recordOf(params.orderId)) : undefined }
}

/** The additional parts of an order that only staff see. */
async function recordOf(id: string): Promise<OrderRecord> {
  const param = { orderId: encodeURIComponent(id) }
  const [money, mails, stock] = await Promise.all([
    api.order[':orderId'].money.$get({ param }).then((answer) => answer.json()),
    api.mails.$get({ query: { about: `order:${id}`, limit: '20' } }).then((answer) => answer.json()),
    api.order[':orderId'].stock.$get({ param }).then((answer) => answer.json()),
  ])
  return { money, mails, stock }
}

export const meta = () => [{ title: `Order · ${site.name}` }]

/** One order: for staff with what to do next, for its buyer with its progress. */
export default function OrderPage({ loaderData: { order, papers, events, staff, record } }: Route.ComponentProps) {
  const now = useNow(60_000)
  usePageRenewal({ ask: () => orderById(order._id), expecting: order.processing })
  return (
    <>
      <p className="mb-3 text-small print:hidden">
        <TextLink to={staff ? '/dashboard/orders' : '/dashboard/myorders'}>{staff ? 'Orders' : 'My Orders'}</TextLink>
      </p>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="flex flex-wrap items-center gap-4">
          <h1 className="text-[clamp(1.75rem,8vw,3.25rem)] leading-none whitespace-nowrap">{order.number}</h1>
          <OrderBadge order={order} now={now} />
        </div>
        {staff ? <OrderActions key={order._id} order={order} events={events} /> : <BuyerSteps order={order} />}
      </div>
      <div className="order-page">
        <div className="min-w-0">
          <OrderLines order={order} byCard={isPaidByCard(order, events)} />
        </div>
        <OrderParty order={order} staff={staff} />
        <div className="min-w-0">
          <OrderPapers order={order} papers={papers} />
          <h2 className="pt-12 pb-5 text-h3">What happened</h2>
          <Timeline order={order} events={events} staff={staff} />
          {staff && <OrderNotes order={order} />}
          {record && (
            <AsyncList promise={record} what="records">
              {(loaded) => <OrderRecordPanel record={loaded} order={order} events={events} />}
            </AsyncList>
          )}
        </div>
      </div>
    </>
  )
}
