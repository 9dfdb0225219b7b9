import { z } from 'zod'
import { reach } from '#web/lib/problem.ts'
import type { CardFields } from './card-fields.ts'
import type { Standing } from './use-card-payment.ts'

const SandboxResponse = z.union([
  z.object({ status: z.string() }),
  z.object({ error: z.object({ message: z.string(), payment_intent: z.object({ status: z.string() }).optional() }) }),
])

/** Pays with a card. */
export function confirmCard(clientSecret: string, { number, expiry, cvc, name }: CardFields): Promise<Standing> {
  return call(clientSecret, '/confirm', {
    client_secret: clientSecret,
    payment_method_data: {
      type: 'card',
      card: { number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2), cvc },
      billing_details: { name },
    },
  })
}

/** Answers the challenge in the cardholder's place. */
export function authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<Standing> {
  return call(clientSecret, '/authenticate', { client_secret: clientSecret, outcome })
}

/** Reads the status of the payment. */
export function readPayment(clientSecret: string): Promise<Standing> {
  return call(clientSecret, `?client_secret=${encodeURIComponent(clientSecret)}`)
}

async function call(clientSecret: string, path: string, body?: unknown): Promise<Standing> {
  const [intentId = ''] = clientSecret.split('_secret_')
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await reach(`/sandbox/card/payment_intents/${intentId}${path}`, body === undefined ? undefined : init)
  return standingOf(SandboxResponse.parse(await answer.json()))
}

function standingOf(answer: z.output<typeof SandboxResponse>): Standing {
  if (!('error' in answer)) return { status: standings[answer.status] ?? 'open' }
  const { message, payment_intent } = answer.error
  // Another tab may have paid meanwhile: that is no refusal.
  const status = standings[payment_intent?.status ?? '']
  return status === 'succeeded' || status === 'processing' ? { status } : { status: 'refused', message }
}

const standings: Partial<Record<string, 'succeeded' | 'processing' | 'challenge'>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'challenge',
}
