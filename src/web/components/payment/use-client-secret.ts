import { useEffect, useState } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'

/**
 * The payment secret of an unpaid order, if the shop takes cards; while it loads, neither member is set.
 * A retry gets the same secret.
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
