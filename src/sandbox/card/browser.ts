import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Log } from '#platform/log/log.ts'
import { answerErrors } from './answer.ts'
import { CardData } from './cards.ts'
import { invalidRequest, readParams } from './errors.ts'
import { parseForm } from './form.ts'
import type { Payments } from './payments.ts'
import { publicIntent } from './wire.ts'

const Confirm = z.strictObject({ client_secret: z.string(), payment_method_data: CardData })
const Authenticate = z.strictObject({ client_secret: z.string(), outcome: z.enum(['complete', 'fail']) })
const Read = z.strictObject({ client_secret: z.string() })

/**
 * Does for this site's card form what Stripe's own script does: the client secret takes the place of the publishable key,
 * which would give access to nothing here. Bodies are JSON or a form.
 */
export function createBrowserSide(payments: Payments, log: Log): Hono {
  const browser = new Hono()
  answerErrors(browser, log)
  browser.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })

  browser.get('/payment_intents/:id', async (c) => {
    const { client_secret } = readParams(Read, c.req.query())
    return c.json(publicIntent(await payments.readIntentWithSecret(c.req.param('id'), client_secret)))
  })

  browser.post('/payment_intents/:id/confirm', async (c) => {
    const { client_secret, payment_method_data } = readParams(Confirm, await bodyOf(c))
    return c.json(publicIntent(await payments.confirmWithCard(c.req.param('id'), client_secret, payment_method_data)))
  })

  browser.post('/payment_intents/:id/authenticate', async (c) => {
    const { client_secret, outcome } = readParams(Authenticate, await bodyOf(c))
    return c.json(publicIntent(await payments.authenticate(c.req.param('id'), client_secret, outcome)))
  })

  return browser
}

async function bodyOf(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (!c.req.header('Content-Type')?.startsWith('application/json')) return parseForm(text)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not JSON.')
  }
}
