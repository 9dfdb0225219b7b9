import { useEffect, useRef, useState } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'

/** How long to wait before asking again whether the money has come, in milliseconds: about two minutes in all. */
const pauses = [1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000, 10_000, 10_000, 15_000, 15_000, 20_000, 30_000]

export type Settlement = 'none' | 'asking' | 'late'

/**
 * Follows an order from the confirmed card to paid; `followed` says that it came to its end here, before the reader.
 * `late`: no answer yet, the provider will tell the shop later.
 */
export function useSettlement(loaded: Order) {
  const [answered, setAnswered] = useState<Order>()
  const [settlement, setSettlement] = useState<Settlement>('none')
  const left = useRef(new AbortController())

  useEffect(() => {
    const here = new AbortController()
    left.current = here
    return () => here.abort()
  }, [loaded._id])

  /** Call it when the card is confirmed: it returns when the order is settled or no answer came in time. */
  async function settle(): Promise<void> {
    const { signal } = left.current
    for (const pause of pauses) {
      // The provider's webhook settles as well: a call that fails here is only asked again.
      const order = await returnFromPayment(loaded._id).catch(() => undefined)
      if (signal.aborted) return
      if (order && order.state !== 'placed') {
        setAnswered(order)
        setSettlement('none')
        return
      }
      setSettlement('asking')
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (signal.aborted) return
    }
    setSettlement('late')
  }

  const followed = answered?._id === loaded._id
  return { order: followed ? answered : loaded, followed, settlement, settle }
}

async function returnFromPayment(orderId: string): Promise<Order> {
  return (await api.payment.return.$post({ json: { orderId } })).json()
}
