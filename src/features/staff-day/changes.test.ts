import { createServer } from 'node:http'
import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { removeUser, setRole } from '#features/accounts/store.ts'
import { newId } from '#platform/ids.ts'
import { Failure } from '#shared/errors.ts'
import { minor } from '#shared/money.ts'
import { makeFailedMail, makeTool, orderOf } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { serve } from '#testing/serve.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { insertQuote } from '../quotes/store.ts'
import { createStaffChanges } from './changes.ts'
import { ChangedTopics, type Marks } from './schema.ts'
import { readMarks } from './store.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let server: Awaited<ReturnType<typeof serve>>
let admin: Caller
beforeAll(async () => {
  shop = await openTestShop()
  server = await serve(getRequestListener(shop.app.fetch, { overrideGlobalObjects: false }))
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(async () => {
  server.close()
  await shop.close()
})

const opened: AbortController[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.abort()
})

/** The events of a stream, one by one; undefined when it is over. */
function eventsOf(body: ReadableStream<Uint8Array> | null) {
  if (!body) throw new Error('there is no stream')
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  const next = async (): Promise<string | undefined> => {
    const end = text.indexOf('\n\n')
    if (end >= 0) {
      const event = text.slice(0, end)
      text = text.slice(end + 2)
      return event
    }
    const { done, value } = await reader.read()
    if (done) return undefined
    text += value
    return next()
  }
  return {
    next,
    /** The next topics, skipping heartbeats. */
    async topics() {
      let event = await next()
      while (event === ':') event = await next()
      return event === undefined ? undefined : ChangedTopics.parse(JSON.parse(event.replace(/^data: /, '')))
    },
    /** The rest of the events, read until the stream ends. */
    async rest() {
      const events: string[] = []
      for (let event = await next(); event !== undefined; event = await next()) events.push(event)
      return events
    },
    cancel: () => reader.cancel(),
  }
}

async function read({ headers }: Caller = admin) {
  const here = new AbortController()
  opened.push(here)
  const answer = await fetch(`${server.origin}/api/staff/changes`, { headers, signal: here.signal })
  return { answer, ...eventsOf(answer.body) }
}

async function order(): Promise<void> {
  const buyer = await shop.signedIn()
  const tool = await makeTool(shop.db)
  expect((await shop.app.request('/api/order', json('POST', orderOf(tool), buyer.headers))).status).toBe(201)
}
const quote = (id = newId()) =>
  insertQuote(shop.db, {
    id,
    name: 'Karim',
    email: 'a@example.com',
    phone: '+880 1',
    productName: 'WX-850',
    price: minor(950),
    quantity: 100,
    createdAt: shop.clock.now(),
  })

test('staff are notified by a real server of changed orders, quotes and mail as they happen', async () => {
  const stream = await read()
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.answer.headers.get('content-encoding')).toBeNull()
  expect(stream.answer.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(await stream.next()).toBe(':')
  expect(await stream.topics()).toEqual(all)
  await order()
  expect(await stream.topics()).toEqual(['orders'])
  await quote()
  expect(await stream.topics()).toEqual(['quotes'])
  await makeFailedMail(shop.db)
  expect(await stream.topics()).toEqual(['mails'])
})

test('every change that the lists show changes a mark, and nothing else does', async () => {
  const changed = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = await readMarks(shop.db)
    await work()
    const after = await readMarks(shop.db)
    return Object.entries(after).flatMap(([topic, mark]) => (Reflect.get(before, topic) === mark ? [] : [topic]))
  }
  const id = newId()
  expect(await changed(() => shop.signedIn())).toEqual([])
  expect(await changed(order)).toEqual(['orders'])
  expect(await changed(() => quote(id))).toEqual(['quotes'])
  const answered = `/api/quote/${id}/answered`
  const ask = (method: string) => async () => shop.app.request(answered, { method, headers: admin.headers })
  expect(await changed(ask('POST'))).toEqual(['quotes'])
  expect(await changed(ask('DELETE'))).toEqual(['quotes'])
  expect(await changed(() => makeFailedMail(shop.db))).toEqual(['mails'])
  // Committed later than others with a higher id.
  expect(await changed(() => quote('01900000-0000-7000-8000-000000000000'))).toEqual(['quotes'])
})

test('an account can have five streams at once, and another when one ends', async () => {
  const other = await shop.signedIn({ role: 'admin' })
  const streams = []
  for (let n = 0; n < 5; n += 1) streams.push(await read(other))
  expect(streams.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200, 200])
  const sixth = await read(other)
  expect(sixth.answer.status).toBe(429)
  expect(sixth.answer.headers.get('retry-after')).toBe('30')
  await streams[0]?.cancel()
  await expect.poll(async () => (await read(other)).answer.status).toBe(200)
})

/** A hub on its own; the test controls what it reads. */
function hub(pauses: { look?: number; heartbeat?: number; longest?: number }) {
  const marks = { orders: '', quotes: '', mails: '' }
  let looks = 0
  let failing = false
  const changes = createStaffChanges({
    readMarks: () => {
      looks += 1
      return failing ? Promise.reject(new Error('away')) : Promise.resolve<Marks>({ ...marks })
    },
    log: testLog,
    pauses: { look: 1, ...pauses },
  })
  return { changes, marks, looks: () => looks, fail: (now: boolean) => (failing = now) }
}
const allowed = () => Promise.resolve()
/** A stream begins with all topics: nobody knows what changed since the reader loaded its lists. */
const all = ['orders', 'quotes', 'mails']

test('a change between loading the list and the first look is announced with everything else', async () => {
  const { changes, marks, fail } = hub({})
  fail(true)
  const events = eventsOf(changes.open(admin.actor, allowed))
  expect(await events.next()).toBe(':')
  marks.quotes = 'one'
  fail(false)
  expect(await events.topics()).toEqual(all)
  await events.cancel()
})

test('changes not read yet are announced once, together', async () => {
  const { changes, marks } = hub({})
  const first = eventsOf(changes.open(admin.actor, allowed))
  expect(await first.topics()).toEqual(all)
  const body = changes.open(admin.actor, allowed)
  marks.mails = 'one'
  expect(await first.topics()).toEqual(['mails'])
  marks.orders = 'one'
  expect(await first.topics()).toEqual(['orders'])
  const second = eventsOf(body)
  expect(await second.topics()).toEqual(all)
  expect(await second.topics()).toEqual(['mails', 'orders'])
  changes.stop()
  expect(await second.topics()).toBeUndefined()
})

test('the database is read once for all readers, and not at all without readers', async () => {
  const { changes, looks, marks, fail } = hub({})
  const bodies = [1, 2, 3].map(() => eventsOf(changes.open(admin.actor, allowed)))
  for (const each of bodies) expect(await each.topics()).toEqual(all)
  // While reads fail, it keeps trying.
  fail(true)
  const before = looks()
  await expect.poll(looks).toBeGreaterThan(before + 1)
  fail(false)
  marks.quotes = 'one'
  for (const each of bodies) expect(await each.topics()).toEqual(['quotes'])
  for (const each of bodies) await each.cancel()
  const after = looks()
  await new Promise(setImmediate)
  expect(looks()).toBeLessThanOrEqual(after + 1)
})

test('a stream sends heartbeats until its reader loses access', async () => {
  const { changes } = hub({ heartbeat: 1 })
  let left = 3
  const events = eventsOf(
    changes.open(admin.actor, async () => {
      left -= 1
      if (left === 0) throw new Failure('forbidden', 'Not any more')
    }),
  )
  const heard = await events.rest()
  expect(heard.filter((event) => event === ':')).toHaveLength(3)
})

test.each([
  ['is removed', (actor: Caller['actor']) => removeUser(shop.db, actor.id, shop.clock.now())],
  ['is no longer an admin', (actor: Caller['actor']) => setRole(shop.db, actor.email, 'user')],
])('a stream ends when its reader %s', async (_what, lose) => {
  const other = await shop.signedIn({ role: 'admin' })
  const { changes } = hub({ heartbeat: 1 })
  const confirm = async () => {
    const { role } = await shop.shop.accounts.actorOf(other.subject)
    if (role !== 'admin') throw new Failure('forbidden', 'Not any more')
  }
  const events = eventsOf(changes.open(other.actor, confirm))
  expect(await events.topics()).toEqual(all)
  await lose(other.actor)
  expect(await events.topics()).toBeUndefined()
})

test('a stream ends after a while, so that a new token is needed', async () => {
  const { changes } = hub({ longest: 1 })
  expect((await eventsOf(changes.open(admin.actor, allowed)).rest())[0]).toBe(':')
})

test('a process allows two hundred streams, and none once it stops', async () => {
  const { changes } = hub({})
  const open = (n: number) => changes.open({ ...admin.actor, id: String(n) }, allowed)
  const bodies = Array.from({ length: 200 }, (_, n) => eventsOf(open(n)))
  const full = { kind: 'unavailable', extra: { retryAfter: 30 } }
  expect(() => open(200)).toThrow(expect.objectContaining(full))
  changes.stop()
  for (const each of bodies) await each.rest()
  expect(() => open(201)).toThrow(expect.objectContaining({ kind: 'unavailable' }))
})

test('open streams do not delay a stopping server', async () => {
  const { changes } = hub({})
  const listener = getRequestListener(() => new Response(changes.open(admin.actor, allowed)))
  const stopping = createServer(listener).listen(0, '127.0.0.1')
  await once(stopping, 'listening')
  const address = stopping.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
  const closed = once(stopping, 'close')
  stopping.close()
  changes.stop()
  expect(await answer.text()).toMatch(/^:\n\n/)
  await closed
})
