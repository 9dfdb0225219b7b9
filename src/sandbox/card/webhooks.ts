import { createHmac } from 'node:crypto'
import type { Log } from '#platform/log/log.ts'
import type { SandboxEvent } from './objects.ts'

/** Hands one signed event to the shop, as Stripe would POST it. */
export type Deliver = (rawBody: string, signatureHeader: string) => Promise<{ status: number }>

export type Deliveries = {
  /** Starts the delivery; returns at once. */
  send(event: SandboxEvent): void
  /** Drops events waiting for a retry, and waits for those being sent. */
  stop(): Promise<void>
}

/** One attempt at once, then one after each pause. Stripe goes on for three days; here the shop's own reconciliation takes over. */
const defaultPauses = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000]

type Options = {
  deliver: Deliver
  secret: string
  now: () => Date
  log: Log
  onDelivered: (event: SandboxEvent) => Promise<void>
  pausesMs?: readonly number[] | undefined
}

/**
 * The `Stripe-Signature` header: HMAC-SHA256 over the time and the raw body
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function signatureOf(rawBody: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/** Delivers each event until it is answered with 2xx, with growing pauses, and gives up after the last. */
export function createDeliveries({
  deliver,
  secret,
  now,
  log,
  onDelivered,
  pausesMs = defaultPauses,
}: Options): Deliveries {
  const waiting = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let stopped = false

  async function attempt(event: SandboxEvent, tries: number): Promise<void> {
    const body = JSON.stringify(event)
    try {
      const { status } = await deliver(body, signatureOf(body, secret, Math.floor(now().getTime() / 1000)))
      if (status >= 200 && status < 300) return await onDelivered(event)
      log.warn('An event from the card sandbox was refused', { event: event.id, type: event.type, status })
    } catch (error) {
      log.warn('The card sandbox could not deliver an event', { event: event.id, type: event.type, error })
    }
    const pause = pausesMs[tries]
    if (stopped || pause === undefined) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      start(event, tries + 1)
    }, pause)
    timer.unref()
    waiting.add(timer)
  }

  function start(event: SandboxEvent, tries: number): void {
    const run = attempt(event, tries).finally(() => running.delete(run))
    running.add(run)
  }

  return {
    send(event) {
      if (!stopped) start(event, 0)
    },
    async stop() {
      stopped = true
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
      await Promise.all(running)
    },
  }
}
