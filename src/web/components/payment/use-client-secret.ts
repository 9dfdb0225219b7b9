import { useEffect, useState } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'

/**
 * The payment secret of an unpaid order, where the shop takes cards: neither member is there while it is asked for.
 * Asking again gets the same one.
 */
export function useClientSecret({ _id, price }: Pick<Order, '_id' | 'price'>, takesCards: boolean) {
  const [answer, setAnswer] = useState<{ clientSecret?: string; problem?: string }>({})
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!takesCards) return
    let current = true
    const show = (next: typeof answer) => {
      if (current) setAnswer(next)
    }
    show({})
    requestSecret(_id, price).then(
      (clientSecret) => show({ clientSecret }),
      (error: unknown) => show({ problem: problemText(error) }),
    )
    return () => {
      current = false
    }
  }, [_id, price, takesCards, attempt])

  return { ...answer, retry: () => setAttempt((count) => count + 1) }
}

async function requestSecret(orderId: string, price: number): Promise<string> {
  const answer = await api['create-payment-intent'].$post({ json: { orderId, price } })
  return (await answer.json()).clientSecret
}
