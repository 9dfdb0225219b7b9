import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openTestDatabase } from '#platform/db/testing.ts'
import { Charge, Intent } from '#sandbox/card/objects.ts'
import { createSandboxStore } from '#sandbox/card/store.ts'
import { signatureOf } from '#sandbox/card/webhooks.ts'
import { systemClock } from '#shared/clock.ts'
import { openCardNetwork } from '../card-network.ts'

/** How the card provider behaves. It never claims money that did not come: nobody could detect that. */
export const moods = ['well', 'slow', 'failing', 'duplicating', 'lying'] as const
export type Mood = (typeof moods)[number]
export type Provider = Awaited<ReturnType<typeof openProvider>>

/** What the provider took for an intent by its own books, in minor units. */
export type Taken = { intentId: string; orderId: string; captured: number; refunded: number }

const oneOf = <T>(...choices: T[]): T | undefined => choices[Math.floor(Math.random() * choices.length)]
const failed = (status: number, more: Record<string, string> = {}) =>
  Response.json({ error: { type: 'api_error', message: 'No.' } }, { status, headers: more })

/**
 * The card sandbox behind a port, with its own books and webhooks that are resent until the shop accepts them.
 * @param send hands a webhook to one of the shop's processes and returns the status.
 */
export async function openProvider(send: (body: string, signature: string) => Promise<number>) {
  const book = await openTestDatabase()
  const store = createSandboxStore(book.db)
  let mood: Mood = 'well' as Mood
  /** An intent that a lying provider can name in place of another. */
  let other = 'pi_other'

  const network = await openCardNetwork({
    processingMs: 1_500,
    retryPausesMs: Array<number>(300).fill(1_000),
    async before({ hangUp }) {
      if (mood !== 'failing') return undefined
      const way = oneOf('answers', 'drops', 'is busy', 'fails')
      if (way === 'drops') hangUp()
      if (way === 'is busy') return failed(429, { 'retry-after': '30' })
      return way === 'answers' ? undefined : failed(500)
    },
    async after({ path, hangUp }, answer) {
      if (mood === 'slow') await sleep(oneOf(200, 1_000, 4_000, 15_000))
      if (mood === 'failing') {
        // The call took effect all the same.
        if (Math.random() < 0.5) hangUp()
        return failed(500)
      }
      return mood === 'lying' && path.startsWith('/v1/payment_intents') ? lie(answer) : answer
    },
    async deliver(body, signature) {
      if (mood === 'slow') await sleep(oneOf(0, 1_000, 3_000))
      if (mood === 'lying') await send(...falseEvent(body))
      if (mood !== 'duplicating') return { status: await send(body, signature) }
      // Webhooks may arrive out of order, and each arrives three times, concurrently.
      await sleep(Math.random() * 1_500)
      const statuses = await Promise.all([send(body, signature), send(body, signature), send(body, signature)])
      return { status: Math.max(...statuses) }
    },
  })
  network.connect(book.db, systemClock)
  const { secretKey, webhookSecret, publishableKey, apiBase } = network.keys

  async function lie(answer: Response): Promise<Response> {
    const { data } = Lied.safeParse(await answer.clone().json())
    if (!data || Math.random() < 0.4) return answer
    const { id, amount, amount_received: received, status } = data
    const lies = [
      { amount: amount + 100, amount_received: received && received + 100 },
      { id: other },
      status === 'succeeded' ? { status: oneOf('processing', 'requires_action', 'canceled') } : { status: 'canceled' },
    ]
    other = id
    return Response.json({ ...data, ...oneOf(...lies) })
  }

  /** A correctly signed but false event: another amount, another payment or another outcome. */
  function falseEvent(body: string): [string, string] {
    const event = Told.parse(JSON.parse(body))
    const lies = [{ amount: 1, amount_received: 1 }, { id: other }, { status: 'canceled', amount_received: 0 }]
    const object = { ...event.data.object, ...oneOf(...lies) }
    const type = oneOf(event.type, 'payment_intent.succeeded', 'payment_intent.canceled')
    const told = JSON.stringify({ ...event, id: `${event.id}lie`, type, data: { object } })
    return [told, signatureOf(told, webhookSecret, Math.floor(Date.now() / 1000))]
  }

  return {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: apiBase,
    },
    be: (next: Mood) => void (mood = next),
    pay: network.pay,
    async taken(): Promise<Taken[]> {
      const most = { limit: 1_000_000 }
      const charges = (await store.list('charge', most)).flatMap((each) => Charge.safeParse(each).data ?? [])
      const captured = charges.filter((charge) => charge.captured)
      const back = new Map(captured.map(({ payment_intent, amount_refunded }) => [payment_intent, amount_refunded]))
      const intents = (await store.list('payment_intent', most)).flatMap((each) => Intent.safeParse(each).data ?? [])
      return intents
        .filter(({ amount_received }) => amount_received > 0)
        .map(({ id, amount_received, metadata }) => ({
          intentId: id,
          orderId: metadata['orderId'] ?? '',
          captured: amount_received,
          refunded: back.get(id) ?? 0,
        }))
    },
    async close() {
      await network.close()
      await book.close()
    },
  }
}

const Lied = z.looseObject({
  id: z.string().startsWith('pi_'),
  amount: z.number(),
  amount_received: z.number(),
  status: z.string(),
})
const Told = z.looseObject({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) })
