import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cardData } from '#sandbox/card/testing.ts'
import { hostileJson, unkeepable } from '#testing/hostile.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { json, openTestShop } from '#testing/shop.ts'

/*
 * Everybody can reach the sandboxes: nothing a stranger sends them may count as an error of the server either.
 */

const shop = await openTestShop()
afterAll(() => shop.close())

const failed = vi.spyOn(testLog, 'error')
beforeEach(() => void failed.mockClear())

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })
const ask = (path: string, init: RequestInit = {}) =>
  shop.app.request(shop.config.publicUrl + path, {
    ...init,
    headers: { ...init.headers, origin: shop.config.publicUrl },
  })

/** Asserts that a request is refused as the client's fault, without an error in the log. */
async function expectRefused(path: string, init?: RequestInit, status = /^4/): Promise<void> {
  const answer = await ask(path, init)
  expect(String(answer.status), `${path} ${String(init?.body).slice(0, 100)}`).toMatch(status)
  await answer.text()
  expect(failed).not.toHaveBeenCalled()
}

/** The client secret of a new order's payment. */
async function newSecret(): Promise<string> {
  const { headers } = await shop.signedIn()
  const order = json('POST', orderOf(await makeTool(shop.db)), headers)
  const { _id: orderId } = await (await shop.app.request('/api/order', order)).json()
  const { price } = await (await shop.app.request(`/api/order/${orderId}`, { headers })).json()
  const intent = await shop.app.request('/api/create-payment-intent', json('POST', { orderId, price }, headers))
  return (await intent.json()).clientSecret
}

describe('the card sandbox', () => {
  const intents = '/sandbox/card/payment_intents'

  test('refuses payment ids that no database can store', async () => {
    for (const id of ['%00', 'pi_%00', '%00_secret_x']) {
      await expectRefused(`${intents}/${id}?client_secret=x`)
      await expectRefused(`${intents}/${id}/authenticate`, json('POST', { client_secret: 'x', outcome: 'complete' }))
      const confirm = { client_secret: 'x', payment_method_data: cardData('4242424242424242') }
      await expectRefused(`${intents}/${id}/confirm`, json('POST', confirm))
    }
  })

  test.each(unkeepable)('refuses %j in every card field and everywhere else', async (text) => {
    const secret = await newSecret()
    const path = `${intents}/${secret.split('_secret_')[0]}`
    const card = cardData('4242424242424242')
    const changed = [
      { ...card, billing_details: { name: text } },
      { ...card, billing_details: { [text]: 'Nusrat' } },
      { ...card, [text]: 1 },
      ...Object.keys(card.card).map((field) => ({ ...card, card: { ...card.card, [field]: text } })),
    ]
    for (const payment_method_data of changed) {
      await expectRefused(`${path}/confirm`, json('POST', { client_secret: secret, payment_method_data }))
    }
    await expectRefused(`${path}/confirm`, json('POST', { client_secret: text, payment_method_data: card }))
    await expectRefused(`${path}/authenticate`, json('POST', { client_secret: secret, outcome: text }))
    await expectRefused(`${path}?${new URLSearchParams({ client_secret: text })}`)
    const asForm = { client_secret: secret, 'payment_method_data[billing_details][name]': text }
    await expectRefused(`${path}/confirm`, form(asForm))
    // The payment is still waiting.
    expect(await (await ask(`${path}?client_secret=${secret}`)).json()).toMatchObject({
      status: 'requires_payment_method',
    })
  })

  test.each(Object.entries(hostileJson))('refuses %s without a word in the log', async (_what, body) => {
    const headers = { 'content-type': 'application/json' }
    for (const length of [body.length, 60_000]) {
      const init = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(length) },
        body: body.slice(0, length),
      }
      await expectRefused(`${intents}/pi_1/confirm`, init, length > 65_536 ? /^413$/ : /^4/)
    }
  })
})

describe('the sign-in sandbox', () => {
  test.each(['a\u0000b', '\u0000', 'constructor', '__proto__'])('refuses %j in every parameter', async (text) => {
    const parameters = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'prompt', 'claims']
    const right = {
      client_id: 'wattwork',
      redirect_uri: `${shop.config.publicUrl}/api/auth/callback/google`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    }
    for (const name of [...parameters, text]) {
      const asked = new URLSearchParams({ ...right, [name]: text })
      await expectRefused(`/sandbox/sign-in/auth?${asked}`, {}, /^[34]/)
    }
    for (const name of ['code', 'client_id', 'client_secret', 'redirect_uri', 'code_verifier', 'grant_type']) {
      const fields = { grant_type: 'authorization_code', client_id: 'wattwork', code: 'x', [name]: text }
      await expectRefused('/sandbox/sign-in/token', form(fields))
    }
    await expectRefused('/sandbox/sign-in/choose', form({ email: 'a@example.com', name: text }), /^[34]/)
    for (const page of ['auth/', 'interaction/', 'choose/']) {
      await expectRefused(`/sandbox/sign-in/${page}${encodeURIComponent(text)}`)
    }
  })
})
