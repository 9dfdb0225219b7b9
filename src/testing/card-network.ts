import { serve, type ServerType } from '@hono/node-server'
import Stripe from 'stripe'
import { z } from 'zod'
import type { StripeKeys } from '#config/keys.ts'
import type { Database } from '#platform/db/database.ts'
import { createCardSandbox, type CardSandbox } from '#sandbox/card/sandbox.ts'
import { createSandboxStore } from '#sandbox/card/store.ts'
import type { Clock } from '#shared/clock.ts'
import { testLog } from './log.ts'

/** A webhook as the provider would send it. */
export type Delivery = { type: string; body: string; signature: string }
/** A call from the shop as it reached the provider. */
type Call = {
  method: string
  path: string
  key: string | null
  /** Ends the connection without an answer. */
  hangUp: () => void
}
/** Changes a provider's answer on its way to the shop. */
type Tamper = (call: Call, answer: Response) => Response | Promise<Response>
type Sandbox = Parameters<typeof createCardSandbox>[0]
type Behaviour = Partial<Pick<Sandbox, 'deliver' | 'processingMs' | 'retryPausesMs'>> & {
  /** Runs before a call reaches the provider: may answer in its place, or return undefined to pass it on. */
  before?: (call: Call) => Promise<Response | undefined>
  after?: Tamper
}

const ClientSecret = z.string().regex(/^pi_\w+_secret_\w+$/)

/**
 * The card sandbox behind a real loopback port that a test can close and reopen. It stores its objects in the shop's
 * own database, so that a provider call inside a transaction would hang. Webhooks are collected unless `deliver` sends them.
 */
export async function openCardNetwork({ before, after, deliver, ...behaviour }: Behaviour = {}) {
  const secretKey = 'sk_test_network'
  const webhookSecret = 'whsec_network'
  const deliveries: Delivery[] = []
  let sandbox: CardSandbox | undefined
  const connected = () => {
    if (!sandbox) throw new Error('connect the card network to a database first')
    return sandbox
  }
  const calls: Call[] = []
  let tamper: Tamper = after ?? ((_, answer) => answer)
  const { server, port } = await listen(async (request, { incoming }) => {
    const { method, headers, url } = request
    const hangUp = () => void incoming.socket.destroy()
    const call = { method, path: new URL(url).pathname, key: headers.get('idempotency-key'), hangUp }
    calls.push(call)
    return (await before?.(call)) ?? tamper(call, await connected().api.fetch(request))
  })
  const apiBase = `http://127.0.0.1:${port}`

  async function browse(clientSecret: string, step: 'confirm' | 'authenticate', more: Record<string, unknown>) {
    const [id] = ClientSecret.parse(clientSecret).split('_secret_')
    return connected().browser.request(`/payment_intents/${id}/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: clientSecret, ...more }),
    })
  }

  return {
    deliveries,
    /** Every call to the provider, oldest first. */
    calls,
    keys: { secretKey, webhookSecret, publishableKey: 'pk_test_network', apiBase } satisfies StripeKeys,
    stripe: new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http' }),

    connect(db: Database, clock: Clock): void {
      sandbox = createCardSandbox({
        store: createSandboxStore(db),
        now: clock.now,
        deliver:
          deliver ??
          (async (body, signature) => {
            const { type } = Stripe.webhooks.constructEventWithoutVerification(body)
            deliveries.push({ type, body, signature })
            return { status: 200 }
          }),
        secretKey,
        webhookSecret,
        log: testLog,
        processingMs: 5_000,
        ...behaviour,
      })
    },

    /** Confirms a payment in place of the browser. @returns the HTTP status: 200, or 402 for a declined card. */
    async pay(clientSecret: string, number = '4242424242424242'): Promise<number> {
      const card = { number, exp_month: '12', exp_year: '2030', cvc: '123' }
      return (await browse(clientSecret, 'confirm', { payment_method_data: { type: 'card', card } })).status
    },

    /** While `work` runs, the provider's answers pass through `tampered`. */
    async tampering<T>(tampered: Tamper, work: () => Promise<T>): Promise<T> {
      tamper = tampered
      try {
        return await work()
      } finally {
        tamper = (_, answer) => answer
      }
    },

    /** Closes the port: the provider is unreachable. */
    async goDown(): Promise<void> {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },

    async comeBack(): Promise<void> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
    },

    async close(): Promise<void> {
      await sandbox?.stop()
      if (server.listening) await this.goDown()
    },
  }
}

type Connection = { incoming: { socket: { destroy(): unknown } } }

function listen(fetch: (request: Request, connection: Connection) => Promise<Response>) {
  return new Promise<{ server: ServerType; port: number }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve({ server, port }))
  })
}

/** The id of a payment intent, taken from its client secret. */
export function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
