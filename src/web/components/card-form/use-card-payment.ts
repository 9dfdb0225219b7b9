import { useEffect, useEffectEvent, useState } from 'react'
import { problemText } from '#web/lib/problem.ts'
import type { Standing } from './standing.ts'

export type CardFormProps = {
  /** Undefined until the server has made the payment; Pay waits for it. */
  clientSecret: string | undefined
  /** What Pay charges, formatted. */
  amountLabel: string
  /** What "Name on card" starts with. */
  billingName: string
  onPaid: (outcome: PaidOutcome) => Promise<void>
  /** The payment takes no card any more. It returns once the order was read again, and another payment was asked for. */
  onEnded: () => Promise<void>
}

export type PaidOutcome = { status: 'succeeded' | 'processing' }

type State = {
  phase: 'ready' | 'paying' | 'challenge' | 'paid'
  error?: string
  /** The error is about the card: another one may work. */
  refused?: true
}

type Options = Pick<CardFormProps, 'clientSecret' | 'onPaid' | 'onEnded'> & {
  /** Asks the provider where the payment stands; undefined while it cannot be asked. */
  read: ((clientSecret: string) => Promise<Standing>) | undefined
}

/**
 * The course of one payment with any provider: an attempt, perhaps a challenge, then `onPaid`.
 * A payment already under way when the page opens is resumed where it stands.
 */
export function useCardPayment({ clientSecret, read, onPaid, onEnded }: Options) {
  const [state, setState] = useState<State>({ phase: 'ready' })

  async function report(status: PaidOutcome['status']): Promise<void> {
    setState({ phase: 'paying' })
    try {
      await onPaid({ status })
      setState({ phase: 'paid' })
    } catch {
      const error =
        'Your payment went through, but the shop has not responded yet. Your order will show as paid in a moment.'
      setState({ phase: 'paid', error })
    }
  }

  async function meet(standing: Standing): Promise<void> {
    switch (standing.status) {
      case 'succeeded':
      case 'processing':
        return report(standing.status)
      case 'challenge':
        return setState({ phase: 'challenge' })
      case 'ended':
        await onEnded()
        // Seen only if the order still waits for its money.
        return setState({
          phase: 'ready',
          error: 'This payment has ended. No money was taken. Press Pay to try again.',
        })
      case 'refused':
        return setState({ phase: 'ready', error: standing.message, refused: true })
      case 'open':
        return setState({ phase: 'ready' })
    }
  }

  async function attempt(call: () => Promise<Standing>): Promise<void> {
    setState({ phase: 'paying' })
    try {
      await meet(await call())
    } catch (error) {
      setState({ phase: 'ready', error: problemText(error) })
    }
  }

  const takeUp = useEffectEvent(async (secret: string) => {
    const standing = await read?.(secret).catch(() => undefined)
    if (standing?.status === 'succeeded' || standing?.status === 'processing') await meet(standing)
  })
  const canRead = read !== undefined
  useEffect(() => {
    if (clientSecret && canRead) void takeUp(clientSecret)
  }, [clientSecret, canRead])

  return {
    ...state,
    attempt,
    /** Abandons the attempt with a message that says so. */
    giveUp: (message: string) => setState({ phase: 'ready', error: message }),
  }
}
