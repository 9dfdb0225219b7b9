import { useState } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { awaitsMoney } from '#web/lib/awaits-money.ts'
import { api } from '#web/lib/api.ts'
import { createLatest } from '#web/lib/latest.ts'
import { useRenewal } from '#web/lib/use-renewal.ts'
import type { PaidOutcome } from '#web/components/card-form/use-card-payment.ts'

/**
 * What an order's payment is waiting for: `none`, a card; `processing` or `succeeded`, the money, by the provider's last
 * answer; `failed`, another card, because the bank did not pay in the end.
 */
export type Settlement = 'none' | 'processing' | 'succeeded' | 'failed'

/**
 * Follows an order from its payment page until it is settled: asks the shop, which asks the provider. `followed` says
 * that it was settled while this page was open.
 */
export function useSettlement(loaded: Order) {
  const [answered, setAnswered] = useState<Order>()
  const [settlement, setSettlement] = useState<Settlement>(loaded.processing ? 'processing' : 'none')
  const [ask] = useState(createLatest)
  const order = answered ?? loaded
  const isOpen = awaitsMoney(order)
  const isOnItsWay = settlement === 'processing' || settlement === 'succeeded'

  async function settle(status: PaidOutcome['status']): Promise<void> {
    const isLatest = ask()
    const next = await returnFromPayment(loaded._id)
    // A late answer would ask for the card of a paid order again.
    if (!isLatest()) return
    setAnswered(next)
    setSettlement(settlementAfter(status, next))
  }

  /** Call it when the card is confirmed: it returns when the order is settled, or is being followed. */
  async function confirmed({ status }: PaidOutcome): Promise<void> {
    setSettlement(status)
    // The provider's webhook also settles the order: a call that fails here is just repeated.
    await settle(status).catch(() => undefined)
  }

  /** Reads the order again. */
  async function renew(): Promise<void> {
    if (isOnItsWay) return settle(settlement)
    const isLatest = ask()
    const now = await (await api.order[':orderId'].$get({ param: { orderId: loaded._id } })).json()
    if (!isLatest()) return
    setAnswered(now)
    if (now.processing) setSettlement('processing')
  }
  useRenewal({ renew, expecting: isOpen && isOnItsWay })

  return { order, followed: answered !== undefined && awaitsMoney(loaded), settlement, confirmed, renew }
}

/** The settlement after the shop has asked the provider. */
export function settlementAfter(
  before: 'processing' | 'succeeded',
  order: Pick<Order, 'state' | 'processing' | 'owedAmount'>,
): Settlement {
  if (!awaitsMoney(order)) return 'none'
  if (order.processing) return 'processing'
  return before === 'processing' ? 'failed' : 'succeeded'
}

async function returnFromPayment(orderId: string): Promise<Order> {
  return (await api.payment.return.$post({ json: { orderId } })).json()
}
