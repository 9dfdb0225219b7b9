import { serve, type ServerType } from '@hono/node-server'
import Stripe from 'stripe'
import { testLog } from '#testing/log.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createCardSandbox } from './sandbox.ts'
import { createSandboxStore } from './store.ts'

export const testSecretKey = 'sk_test_sandbox'
export const webhookSecret = 'whsec_sandbox'

type Delivered = { body: string; signature: string }

/**
 * A sandbox on a test database behind a real loopback listener, the official SDK talking to it, a clock that only
 * `advance` moves, and the events delivered. `answers` are the webhook's next statuses; 200 after the last.
 */
export async function startTestSandbox({
  answers = [],
  processingMs = 60_000,
}: { answers?: number[]; processingMs?: number } = {}) {
  const engine = await openTestDatabase()
  let now = new Date('2026-11-21T10:00:00Z')
  const delivered: Delivered[] = []
  const sandbox = createCardSandbox({
    store: createSandboxStore(engine.db),
    now: () => now,
    deliver: async (body, signature) => {
      delivered.push({ body, signature })
      return { status: answers.shift() ?? 200 }
    },
    secretKey: testSecretKey,
    webhookSecret,
    log: testLog,
    processingMs,
    retryPausesMs: [5, 10, 20],
  })
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((resolve) => {
    const listening = serve({ fetch: sandbox.api.fetch, port: 0, hostname: '127.0.0.1' }, (address) =>
      resolve({ server: listening, port: address.port }),
    )
  })
  const clientFor = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 })
  return {
    sandbox,
    engine,
    origin: `http://127.0.0.1:${port}`,
    stripe: clientFor(testSecretKey),
    clientFor,
    delivered,
    events: () => delivered.map(({ body }) => Stripe.webhooks.constructEventWithoutVerification(body).type),
    now: () => now,
    advance(milliseconds: number) {
      now = new Date(now.getTime() + milliseconds)
    },
    async stop() {
      await sandbox.stop()
      await new Promise((resolve) => server.close(resolve))
      await engine.close()
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>

/** A card as the form sends it, valid unless changed. */
export function cardData(number: string, changes: { exp_month?: string; exp_year?: string; cvc?: string } = {}) {
  return {
    type: 'card',
    card: { number, exp_month: '12', exp_year: '30', cvc: '123', ...changes },
    billing_details: { name: 'Nusrat Jahan' },
  }
}

/** Calls the browser's side. */
export async function browse({ sandbox }: TestSandbox, path: string, body?: unknown) {
  const init =
    body === undefined
      ? undefined
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await sandbox.browser.request(path, init)
  return { status: answer.status, body: await answer.json() }
}
