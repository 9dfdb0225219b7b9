import { createProvider } from '#features/payments/provider.ts'
import { createPayments } from '#features/payments/service.ts'
import type { Config } from '../config.ts'
import { openCardSandbox } from '../sandbox/card/open.ts'

type Parts = Omit<Parameters<typeof createPayments>[0], 'provider'>

/** Card payment by Stripe, by the sandbox that stands in for it, or switched off. */
export function openPayments({ stripe, sandbox }: Config, parts: Parts) {
  const cardSandbox = stripe || !sandbox ? undefined : openCardSandbox(parts)
  const settings = cardSandbox?.settings ?? stripe
  const provider = settings && createProvider({ ...settings, now: parts.clock.now })
  const payments = createPayments({ ...parts, provider })
  cardSandbox?.deliverTo(payments.webhook)
  return { cardSandbox, payments }
}
