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
  /** Receives a webhook's raw body and `Stripe-Signature`, like the shop's own webhook route. */
  deliver: Deliver
  /** The key for the secret-key side, such as `sk_test_…`. */
  secretKey: string
  webhookSecret: string
  log: Log
  /** How long the slow test card stays `processing`. */
  processingMs?: number
  /** The pauses between attempts to deliver an event. */
  retryPausesMs?: readonly number[]
}

export type CardSandbox = {
  /** The secret-key side, for the Stripe SDK only: it is called in process, never mounted where the public can reach it. */
  api: Hono
  /** The side that the card form calls, mounted at `/sandbox/card`. */
  browser: Hono
  stop(): Promise<void>
}

/**
 * A replacement for Stripe that speaks its documented protocol, so that the official SDK and the shop's own code work
 * with it unchanged. All its state is in the store; it keeps only timers in memory, and nothing depends on them.
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
