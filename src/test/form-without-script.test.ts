import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { rateLimits } from '#platform/http/tables.ts'
import { openTestSite } from '#testing/site.ts'

const site = await openTestSite()
const { publicUrl } = site.config
const secureUrl = 'https://shop.example'
afterAll(() => site.close())

describe('the quote form without script', () => {
  const fields = {
    name: 'Nusrat',
    email: 'nusrat@example.com',
    phone: '+880 1711 000000',
    productName: 'WX850',
    price: '84.50',
    quantity: '100',
  }
  const send = (url: string, origin: string, app = site.app) =>
    app.request(url, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) })

  // The number of requests from one address is limited.
  beforeEach(() => site.db.delete(rateLimits))

  test('is accepted at the site’s own address', async () => {
    expect((await send(`${publicUrl}/buyproduct`, publicUrl)).status).toBe(200)
  })

  test.each(['http://10.0.0.5:3000', 'http://shop.example', 'https://internal.example'])(
    'is accepted behind a proxy that calls the shop %s',
    async (inside) => {
      const app = site.appWith({ publicUrl: secureUrl })
      const answer = await send(`${inside}/buyproduct`, secureUrl, app)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('WX850')
    },
  )

  test('is rejected from another site', async () => {
    const app = site.appWith({ publicUrl: secureUrl })
    for (const origin of ['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', 'null'])
      expect((await send('http://10.0.0.5:3000/buyproduct', origin, app)).status, origin).toBe(400)
  })

  test.each<[string, number, RequestInit]>([
    ['not a form', 400, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['cut short', 400, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x' }],
    ['without a type', 400, { method: 'POST', body: new Uint8Array([1]) }],
    ['sent as DELETE', 405, { method: 'DELETE' }],
    ['sent as PUT', 405, { method: 'PUT', body: new URLSearchParams(fields) }],
  ])('that is %s is a client error, not a server error', async (_what, status, { headers, ...init }) => {
    const answer = await site.app.request(`${publicUrl}/buyproduct`, {
      ...init,
      headers: { ...headers, origin: publicUrl },
    })
    expect(answer.status).toBe(status)
    if (status === 400) expect(await answer.text()).toContain(refusals.formUnreadable)
  })

  test.each(['/buyproduct', '/sandbox/card/payment_intents/pi_1/confirm', '/sandbox/sign-in/choose'])(
    'of more than 64 KB is rejected unparsed at %s',
    async (path) => {
      const headers = {
        origin: publicUrl,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '90000',
      }
      const answer = await site.app.request(publicUrl + path, { method: 'POST', headers, body: 'a=1&'.repeat(22_500) })
      expect(answer.status).toBe(413)
      expect(await answer.text()).toContain('larger than 64 KB')
    },
  )

  test.each(['name', 'email', 'phone', 'productName'] as const)(
    'marks the field %s when it has a character that cannot be stored',
    async (field) => {
      const body = new URLSearchParams({
        ...fields,
        [field]: `${fields[field].slice(0, 2)}\u0000${fields[field].slice(2)}`,
      })
      const answer = await site.app.request(`${publicUrl}/buyproduct`, {
        method: 'POST',
        headers: { origin: publicUrl },
        body,
      })
      expect(answer.status).toBe(422)
      expect((await answer.text()).match(/aria-invalid="true"/g)).toHaveLength(1)
    },
  )

  test('says what is wrong, also behind a proxy', async () => {
    const app = site.appWith({ publicUrl: secureUrl })
    const body = new URLSearchParams({ ...fields, email: 'nobody' })
    const answer = await app.request('http://10.0.0.5/buyproduct', {
      method: 'POST',
      headers: { origin: secureUrl },
      body,
    })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(messages.emailInvalid)
  })
})
