import { z } from 'zod'
import { reach } from '#web/lib/problem.ts'
import type { CardFields } from './card-fields.ts'
import { standingOf, type Standing } from './standing.ts'

const SandboxResponse = z.union([
  z.object({ status: z.string() }),
  z.object({
    error: z.object({
      code: z.string().optional(),
      message: z.string(),
      payment_intent: z.object({ status: z.string() }).optional(),
    }),
  }),
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
  const said = SandboxResponse.parse(await answer.json())
  return 'error' in said ? standingOf(undefined, said.error) : standingOf(said.status)
}
