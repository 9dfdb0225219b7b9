import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { Tool } from '#features/catalogue/schema.ts'
import { PaymentIntentResponse } from '#features/payments/schema.ts'
import { adminHeaders } from '../process.ts'
import type { Received } from '../smtp.ts'
import type { Ask } from './asking.ts'
import type { Provider } from './provider.ts'

type Headers = Record<string, string>
export type Person = { email: string; headers: Headers }
type Surroundings = {
  ask: Ask
  person: Person
  staff: Headers
  toolId: string
  pay: Provider['pay']
  acknowledged: string[]
  over: AbortSignal
}

/** Most cards are good; the others are declined, stay in processing for a moment, or refund slowly. */
const cards = [...Array<string>(8).fill('4242424242424242'), '4000000000000002', '4000000000005001', '4000000000007726']
const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]

/** A client that browses, orders, pays, cancels, ships, credits and refunds until `over` aborts. */
export async function shopAround(surroundings: Surroundings): Promise<void> {
  const { ask, person, staff, over } = surroundings
  const { email, headers } = person
  const own: string[] = []
  const latest = () => own.at(-1) ?? randomUUID()
  const place = async () => {
    const id = await placeOrder(surroundings)
    if (id) own.push(id)
    if (id && Math.random() < 0.7) await payByCard(surroundings, id)
  }
  const money = { email, amount: 7, receivedAt: yesterday() }
  const acts: [number, () => Promise<unknown>][] = [
    [4, () => ask('GET', '/', {})],
    [3, () => ask('GET', '/api/tool?limit=6', {})],
    [2, () => ask('GET', `/api/order?email=${email}&limit=5`, headers)],
    [8, place],
    [2, () => ask('POST', `/api/order/${latest()}/cancel`, headers, {})],
    [1, () => ask('POST', `/api/order/${latest()}/ship`, staff, { carrier: 'Pathao' })],
    [2, () => ask('POST', `/api/order/${oneOf(own)}/refund`, staff, refund())],
    [1, () => ask('POST', '/api/payment', staff, { ...money, reference: randomUUID() })],
  ]
  const urn = acts.flatMap(([count, act]) => Array<typeof act>(count).fill(act))
  while (!over.aborted) {
    await oneOf(urn)?.()
    await sleep(50)
  }
}

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const refund = () => ({
  ...(Math.random() < 0.5 && { amount: 1 }),
  reason: 'Late',
  restock: Math.random() < 0.5,
})

async function placeOrder({ ask, person, toolId, acknowledged }: Surroundings): Promise<string | undefined> {
  const order = {
    toolId,
    orderQuantity: 1 + Math.floor(Math.random() * 3),
    address: 'Plot 9, Mirpur',
    phone: '+880 1711 000000',
    // Makes a duplicate of the order detectable.
    purchaseOrderNumber: randomUUID(),
    ...(Math.random() < 0.2 && { payBy: 'invoice' }),
  }
  const { data } = OrderPlaced.safeParse(await ask('POST', '/api/order', person.headers, order))
  if (data) acknowledged.push(data._id)
  return data?._id
}

/** Pays as a browser does: requests the payment, gives the card to the provider, and returns to the shop or does not. */
async function payByCard({ ask, person: { headers }, pay }: Surroundings, orderId: string): Promise<void> {
  const { data } = PaymentIntentResponse.safeParse(
    await ask('POST', '/api/create-payment-intent', headers, { orderId }),
  )
  if (!data) return
  await pay(data.clientSecret, oneOf(cards))
  if (Math.random() < 0.7) await ask('POST', '/api/payment/return', headers, { orderId })
}

async function call(origin: string, method: string, path: string, headers: Headers, body: object): Promise<unknown> {
  const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** A product with plenty of stock. */
export async function sellable(origin: string, staff: Headers): Promise<string> {
  const product = { name: 'A fan', description: 'A fan.', price: 5, img: '/x.webp', available_quantity: 100_000 }
  return Tool.parse(await call(origin, 'POST', '/api/tool', staff, product))._id
}

type Letterbox = { received: readonly Received[] }

/** Waits for the sign-up link and returns its token. @throws after a minute. */
async function mailedToken({ received }: Letterbox, email: string): Promise<string> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    // Quoted-printable: long lines are broken, and an equals sign is encoded (RFC 2045, 6.7).
    const source = received.find(({ to }) => to.includes(email))?.source.replaceAll('=\r\n', '')
    const [, token] = /#signup=3D([\w.~-]+)/.exec(source ?? '') ?? []
    if (token) return token
  }
  throw new Error('no message came with a link to finish signing up')
}

/** A buyer with payment terms. @param letterbox where mail arrives, for a shop that sends mail. */
export async function newBuyer(
  origin: string,
  staff: Headers,
  { publicUrl = origin, letterbox }: { publicUrl?: string; letterbox?: Letterbox } = {},
): Promise<Person> {
  const [email, password] = [`${randomUUID()}@example.com`, 'Peri-winkle-6']
  const json = { 'content-type': 'application/json', origin: publicUrl }
  await call(origin, 'POST', '/api/auth/sign-up/email', json, { email, password, name: 'Rahim' })
  if (letterbox) {
    const token = await mailedToken(letterbox, email)
    await call(origin, 'POST', '/api/auth/sign-up/confirm', json, { token, password })
  }
  await call(origin, 'PUT', `/api/user/${email}/terms`, staff, { netDays: 30, creditLimit: 2000 })
  return { email, headers: await adminHeaders(origin, { email, password }, publicUrl) }
}

/** Buys at one of the processes once all is well again. @throws on an answer that is not 2xx, or if the order is not paid then. */
export async function buyAt(origin: string, { headers }: Person, toolId: string, pay: Provider['pay']): Promise<void> {
  const order = { toolId, orderQuantity: 1, address: 'Plot 9, Mirpur', phone: '+880 1711 000000' }
  const { _id: orderId } = OrderPlaced.parse(await call(origin, 'POST', '/api/order', headers, order))
  const begun = await call(origin, 'POST', '/api/create-payment-intent', headers, { orderId })
  await pay(PaymentIntentResponse.parse(begun).clientSecret)
  const paid = Order.pick({ state: true }).parse(
    await call(origin, 'POST', '/api/payment/return', headers, { orderId }),
  )
  if (paid.state !== 'paid') throw new Error(`an order is ${paid.state} after it was paid`)
}
