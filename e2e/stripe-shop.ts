import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createCardSandbox } from '#sandbox/card/sandbox.ts'
import { createSandboxStore } from '#sandbox/card/store.ts'
import { testLog } from '#testing/log.ts'
import { runShopOnFreePort } from './shop.ts'

const secretKey = 'sk_test_browser'
const webhookSecret = 'whsec_browser'

export type StripeShop = {
  origin: string
  /** Where the card sandbox answers the calls of Stripe's script to api.stripe.com. */
  browserSide: string
  stop(): Promise<void>
}

/** Starts a shop with Stripe keys, and a server beside it that speaks Stripe's API and sends the shop its webhooks. */
export async function startStripeShop(): Promise<StripeShop> {
  const engine = await openTestDatabase()
  const sandbox = createCardSandbox({
    store: createSandboxStore(engine.db),
    now: () => new Date(),
    deliver: (body, signature) =>
      fetch(`${shop.origin}/api/payment/webhook`, { method: 'POST', headers: { 'Stripe-Signature': signature }, body }),
    secretKey,
    webhookSecret,
    log: testLog,
  })
  const provider = await listen(new Hono().route('/browser', sandbox.browser).route('/', sandbox.api))
  const shop = await runShopOnFreePort({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_browser',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: provider.origin,
    SANDBOX: 'off',
  })
  return {
    origin: shop.origin,
    browserSide: `${provider.origin}/browser`,
    async stop() {
      await shop.stop()
      await sandbox.stop()
      provider.server.close()
      await engine.close()
    },
  }
}

function listen(app: Hono): Promise<{ server: ServerType; origin: string }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ server, origin: `http://127.0.0.1:${port}` }),
    )
  })
}
