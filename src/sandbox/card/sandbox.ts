import type { Hono } from 'hono'
import type { Log } from '#platform/log/log.ts'
import { createApi } from './api.ts'
import { createBrowserSide } from './browser.ts'
import { createPayments } from './payments.ts'
import type { SandboxStore } from './store.ts'
import { createDeliveries, type Deliver } from './webhooks.ts'

export type CardSandboxOptions = {
  store: SandboxStore
  now: () => Date
  /** Takes a webhook's raw body and `Stripe-Signature`, as the shop's own webhook route does. */
  deliver: Deliver
  /** The key that opens the secret side, such as `sk_test_…`. */
  secretKey: string
  webhookSecret: string
  log: Log
  /** How long the slow test card stays `processing`. */
  processingMs?: number
  /** The pauses between tries to deliver an event. */
  retryPausesMs?: readonly number[]
}

export type CardSandbox = {
  /** The secret-key side, for the Stripe SDK alone: it is called in process, never mounted where the world can reach it. */
  api: Hono
  /** The side that the card form calls, mounted at `/sandbox/card`. */
  browser: Hono
  stop(): Promise<void>
}

/**
 * A stand-in for Stripe that speaks its documented protocol, so that the official SDK and the shop's own code work
 * on it unchanged. All it knows is in the store; it keeps only timers in memory, and nothing depends on them.
 */
export function createCardSandbox(options: CardSandboxOptions): CardSandbox {
  const { store, now, deliver, secretKey, webhookSecret, log, processingMs = 6_000, retryPausesMs } = options
  const deliveries = createDeliveries({
    deliver,
    secret: webhookSecret,
    now,
    log,
    pausesMs: retryPausesMs,
    onDelivered: (event) =>
      store.update(event.id, () => ({ write: [{ ...event, pending_webhooks: 0 }], result: undefined })),
  })
  const payments = createPayments({ store, now, processingMs, announce: deliveries.send, log })
  return {
    api: createApi({ payments, store, secretKey, now, log }),
    browser: createBrowserSide(payments, log),
    async stop() {
      payments.stop()
      await deliveries.stop()
    },
  }
}
