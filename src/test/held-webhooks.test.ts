import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createListener } from '#server/listener.ts'
import { serve } from '#testing/serve.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  shop = await openTestShop()
  const record = () => {}
  server = await serve(createListener({ cache: shop.shop.cache, fetch: shop.app.fetch, record }))
})
afterAll(async () => {
  server.close()
  await shop.close()
})

const now = () => Math.floor(shop.clock.now().getTime() / 1000)
const signedNow = () => `t=${now()},v1=0`

/** Sends a webhook except its last byte. @returns a function that sends that byte and returns the status. */
async function held(body: Buffer, signature = signedNow()) {
  const socket = connect(server.port, '127.0.0.1')
  // The connection of a refused webhook is cut while it is still sending.
  socket.on('error', () => {})
  const head = `POST /api/payment/webhook HTTP/1.1\r\nHost: localhost\r\nStripe-Signature: ${signature}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  socket.write(head)
  await new Promise((resolve) => socket.write(body.subarray(1), resolve))
  return async () => {
    socket.write(body.subarray(0, 1))
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    return Number(answer.split(' ')[1])
  }
}

test('long events that arrive together leave time for other requests in between', async () => {
  let turn = 0
  let isOver = false
  const nextTurn = () => {
    turn += 1
    if (!isOver) setImmediate(nextTurn)
  }
  const takenAt: number[] = []
  const taking = vi.spyOn(shop.shop.payments, 'webhook').mockImplementation(async () => {
    takenAt.push(turn)
  })
  const ends = await Promise.all(Array.from({ length: 30 }, () => held(Buffer.alloc(200_000, 'x'))))
  // The server takes up one per turn of the event loop: waits until all are waiting for the rest of their body.
  for (let n = 0; n < 200; n++) await new Promise((resolve) => setImmediate(resolve))
  nextTurn()
  const statuses = await Promise.all(ends.map((end) => end()))
  isOver = true
  taking.mockRestore()
  expect(new Set(statuses)).toEqual(new Set([200]))
  const together = takenAt.map((at) => takenAt.filter((other) => other === at).length)
  expect(Math.max(...together)).toBeLessThanOrEqual(2)
})

test('bodies that are not text or longer than an event are refused unread', async () => {
  const read = vi.spyOn(shop.shop.payments, 'webhook')
  const statusOf = async (body: Buffer) => {
    const headers = { 'content-length': String(body.length), 'stripe-signature': signedNow() }
    const sent = { method: 'POST', body: new Uint8Array(body), headers }
    return (await shop.app.request('/api/payment/webhook', sent)).status
  }
  expect(await statusOf(Buffer.alloc(200_000, 0xf0))).toBe(400)
  expect(await statusOf(Buffer.alloc(262_145, 'x'))).toBe(413)
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
})

/** Sends a request without any of its body. @returns the answer's head. */
async function headOfAnswer(signature: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  const length = 'Content-Length: 200000\r\n'
  socket.write(
    `POST /api/payment/webhook HTTP/1.1\r\nHost: localhost\r\nStripe-Signature: ${signature}\r\n${length}\r\n`,
  )
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.includes('\r\n\r\n')) break
  }
  socket.destroy()
  return answer
}

test.each(['', 'v1=0', `t=,v1=0`, 't=1,v1=0'])(
  'an event signed %j is refused before its body arrives',
  async (signature) => {
    expect(await headOfAnswer(signature)).toMatch(/^HTTP\/1.1 400 /)
  },
)

test('an event older than five minutes is refused before its body arrives', async () => {
  expect(await headOfAnswer(`t=${now() - 302},v1=0`)).toMatch(/^HTTP\/1.1 400 /)
  const end = await held(Buffer.alloc(200_000, 'x'), `v1=0,t=${now() - 299}`)
  const taking = vi.spyOn(shop.shop.payments, 'webhook').mockResolvedValue()
  expect(await end()).toBe(200)
  taking.mockRestore()
})

test('a network may send fifty bodies at once, and is told to send further ones later', async () => {
  const taking = vi.spyOn(shop.shop.payments, 'webhook').mockResolvedValue()
  const ends = await Promise.all(Array.from({ length: 50 }, () => held(Buffer.alloc(100_000, 'x'))))
  // The server takes up one per turn of the event loop: waits until all are being read.
  for (let n = 0; n < 200; n++) await new Promise((resolve) => setImmediate(resolve))
  const refused = await headOfAnswer(signedNow())
  expect(refused).toMatch(/^HTTP\/1.1 503 /)
  expect(refused.toLowerCase()).toContain('\r\nretry-after: 30\r\n')
  expect(new Set(await Promise.all(ends.map((end) => end())))).toEqual(new Set([200]))
  const again = await held(Buffer.alloc(100_000, 'x'))
  expect(await again()).toBe(200)
  taking.mockRestore()
})
