import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { OrderPlaced } from '#features/orders/schema.ts'
import { prepareData } from '#testing/prepared-data.ts'
import { orderOf } from '#testing/factories.ts'
import { adminHeaders, freePort, startProcess } from '#testing/process.ts'

const admin = { email: 'ada.private@example.com', password: 'admin-secret' }
const folder = mkdtempSync(join(tmpdir(), 'traced-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['told', 'silent']) await prepareData(join(folder, name))

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(Attribute),
})
type Span = z.infer<typeof Span>
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** Receives traces by OTLP over HTTP as JSON; a silent collector receives them but never answers. */
async function startCollector({ isSilent = false } = {}) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      if (!isSilent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    sent: () => bodies.map((body) => Sent.parse(JSON.parse(body))).flatMap(({ resourceSpans }) => resourceSpans),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const settings = (name: string, endpoint: string) => ({
  DATA_DIR: join(folder, name),
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  SEED: 'none',
  TRUSTED_PROXIES: '1',
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: 'shop-of-a-test',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
})

async function sell(origin: string) {
  const headers = await adminHeaders(origin, admin)
  const call = async (path: string, body: unknown, more: Record<string, string> = {}): Promise<unknown> => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, ...more },
    })
    expect(answer.ok, path).toBe(true)
    return answer.json()
  }
  const words = { name: 'A fan', description: 'A fan.', price: 5, img: '/x.webp' }
  const made = await call('/tool', { ...words, available_quantity: 90 })
  const tool = { id: z.object({ _id: z.string() }).parse(made)._id }
  await (await fetch(`${origin}/api/tool?q=whispered`)).text()
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  const placed = OrderPlaced.parse(
    await call('/order', orderOf(tool), { traceparent, 'x-request-id': 'asked-by-a-test' }),
  )
  await call('/create-payment-intent', { orderId: placed._id })
  return { token: headers.authorization }
}

test('the work for an order is one tree in the proxy’s trace, without personal data or secrets', async () => {
  const collector = await startCollector()
  const shop = await startProcess(settings('told', collector.url), await freePort())
  const { token } = await sell(shop.origin)
  // A job mails the buyer a moment later.
  await vi.waitFor(() => expect(collector.bodies.join('\n')).toContain('"job '), 30_000)
  expect(await shop.end('SIGTERM')).toBe(0)
  collector.close()

  const resource = collector.sent()[0]?.resource.attributes
  expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'shop-of-a-test' } })
  expect(resource).toContainEqual({ key: 'deployment.environment.name', value: { stringValue: 'test' } })
  const spans = collector.sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const valueOf = (span: Span | undefined, key: string) =>
    span?.attributes.find((attribute) => attribute.key === key)?.value
  const below = (span: Span | undefined): string[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId).map(({ name }) => name)

  const order = spans.find(({ name }) => name === 'POST /api/order')
  expect(order).toMatchObject({ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8), kind: 2 })
  expect(valueOf(order, 'http.route')).toEqual({ stringValue: '/api/order' })
  expect(valueOf(order, 'http.response.status_code')).toEqual({ intValue: 201 })
  expect(valueOf(order, 'http.request.id')).toEqual({ stringValue: 'asked-by-a-test' })
  expect(below(order)).toEqual(expect.arrayContaining(['INSERT order']))

  const intent = spans.find(({ name }) => name === 'POST /api/create-payment-intent')
  expect(intent?.traceId).not.toBe(order?.traceId)
  expect(below(intent)).toContain('POST api.stripe.com')
  expect(spans.some(({ name }) => name.startsWith('job '))).toBe(true)

  const everything = collector.bodies.join('\n')
  for (const secret of ['ada.private', 'example.com', 'admin-secret', 'whispered', token.slice(7, 40), 'A fan'])
    expect(everything).not.toContain(secret)
})

test('a silent collector delays neither requests nor the shutdown', async () => {
  const collector = await startCollector({ isSilent: true })
  const shop = await startProcess(settings('silent', collector.url), await freePort())
  await (await fetch(`${shop.origin}/api/tool`)).text()
  await vi.waitFor(() => expect(collector.bodies).not.toHaveLength(0), 15_000)
  await (await fetch(`${shop.origin}/api/tool`)).text()
  expect(await shop.end('SIGTERM')).toBe(0)
  collector.close()
})
