import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clock } from '#shared/clock.ts'
import { createCardSandbox } from './sandbox.ts'
import { createSandboxStore } from './store.ts'

/** The key that the browser's form sends to the sandbox in place of Stripe's publishable key. */
export const sandboxPublishableKey = 'pk_test_sandbox'

type Webhook = (rawBody: string, signature: string) => Promise<unknown>

/** The card sandbox, and settings that point the official SDK to it in process. Its keys live as long as the process. */
export function openCardSandbox({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  let webhook: Webhook | undefined
  const sandbox = createCardSandbox({
    store: createSandboxStore(db),
    now: clock.now,
    deliver: async (rawBody, signature) => {
      await webhook?.(rawBody, signature)
      return { status: webhook ? 200 : 503 }
    },
    secretKey,
    webhookSecret,
    log,
  })
  return {
    browser: sandbox.browser,
    settings: { secretKey, webhookSecret, fetch: (request: Request) => sandbox.api.fetch(request) },
    deliverTo: (target: Webhook) => {
      webhook = target
    },
    stop: () => sandbox.stop(),
  }
}
