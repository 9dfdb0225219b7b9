import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { OrderPlaced } from '#features/orders/schema.ts'
import { Tool } from '#features/catalogue/schema.ts'
import { adminHeaders, freePort, startProcess, startWorker, type ShopProcess } from './process.ts'

type Settings = {
  /** What the processes share. */
  env: Record<string, string>
  admin: { email: string; password: string }
  seconds: number
  /** How many seconds from one fault to the next. */
  every: number
  say: (line: string) => void
  /** What stands in front of the web processes, and where it looks for them. Without it they are asked in turn. */
  proxy?: { origin: string; ports: readonly number[] }
  /** More faults: each answers what it did. */
  more?: (() => Promise<string>)[]
}

export type Chaos = {
  /** Orders that were acknowledged. */
  acknowledged: string[]
  answers: Record<string, number>
  /** What no client should see: an error of the shop's, a sign-in that is forgotten, or an answer after more than ten seconds. */
  wrong: string[]
  faults: string[]
  /** What was not 2xx, ten seconds after the last fault. */
  afterwards: string[]
}

const patienceMs = 10_000
const webs = 2
const buyers = 3

/**
 * A steady mix of browsing, orders, cancels, shipments, credits and payments on two web processes and a worker, while these are killed,
 * stood still, and their connections to the database ended, one fault after the other.
 */
export async function runChaos({ env, admin, seconds, every, say, proxy, more = [] }: Settings): Promise<Chaos> {
  const report: Chaos = { acknowledged: [], answers: {}, wrong: [], faults: [], afterwards: [] }
  const ports = proxy?.ports ?? [await freePort(), await freePort()]
  const origins = proxy ? [proxy.origin] : ports.map((port) => `http://localhost:${port}`)
  const [first = ''] = origins
  // Behind one address: tokens of one are good at the other.
  const shared = { ...env, PUBLIC_URL: first }
  const start = (n: number) => startProcess({ ...shared, WORKER: 'off' }, ports[n] ?? 0)
  const shops: ShopProcess[] = await Promise.all(Array.from({ length: webs }, (_, n) => start(n)))
  let worker = await startWorker({ ...shared, WORKER: 'only' })
  // A proxy looks for itself whether they may be given traffic.
  for (const deadline = Date.now() + patienceMs; !(await fetch(`${first}/readyz`)).ok; await sleep(100))
    if (Date.now() > deadline) throw new Error(`nobody is ready behind ${first}`)
  const staff = await adminHeaders(first, admin)
  const toolId = await sellable(first, staff)
  const people = await Promise.all(Array.from({ length: buyers }, () => newBuyer(first, staff)))
  const over = new AbortController()

  /** Asks one of the processes and, while there is no answer or a 503, another: with a key, so that nothing is done twice. */
  async function ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
    const key = body && { 'idempotency-key': randomUUID() }
    const init = { method, headers: { ...headers, ...key }, ...(body && { body: JSON.stringify(body) }) }
    for (let attempt = Math.random() < 0.5 ? 0 : 1; ; attempt += 1) {
      const from = performance.now()
      const answer = await fetch(`${origins[attempt % origins.length]}${path}`, {
        ...init,
        signal: AbortSignal.timeout(patienceMs * 2),
      }).catch(() => undefined)
      const took = performance.now() - from
      // What a proxy says of a process that is killed over a request is no answer of the shop's either.
      const status = answer && !(proxy && [502, 504].includes(answer.status)) ? answer.status : 0
      const text = await answer?.text().catch(() => undefined)
      report.answers[status] = (report.answers[status] ?? 0) + 1
      // A process that is killed, or stands still, answers nothing: that is no answer of the shop's.
      if (status && (took > patienceMs || status === 401 || (status >= 500 && status !== 503)))
        report.wrong.push(`${method} ${path}: ${status} after ${Math.round(took)} ms`)
      if (text !== undefined && status > 0 && status !== 503) return status < 300 && text ? tryJson(text) : undefined
      if (over.signal.aborted) return undefined
      await sleep(100)
    }
  }

  async function client(n: number): Promise<void> {
    const person = people[n % buyers]
    if (!person) throw new Error('there is nobody')
    const own: string[] = []
    while (!over.signal.aborted) {
      const dice = Math.random()
      const [id = ''] = own.slice(-1)
      if (dice < 0.25) await ask('GET', '/', {})
      else if (dice < 0.4) await ask('GET', '/api/tool?limit=6', {})
      else if (dice < 0.5) await ask('GET', `/api/order?email=${person.email}&limit=5`, person.headers)
      else if (dice < 0.75) {
        const payBy = Math.random() < 0.5 ? { payBy: 'invoice' } : {}
        const quantity = 1 + Math.floor(Math.random() * 3)
        const order = {
          toolId,
          orderQuantity: quantity,
          address: 'Plot 9, Mirpur',
          phone: '+880 1711 000000',
          ...payBy,
        }
        const { data } = OrderPlaced.safeParse(await ask('POST', '/api/order', person.headers, order))
        if (data) {
          own.push(data._id)
          report.acknowledged.push(data._id)
        }
      } else if (dice < 0.85) await ask('POST', `/api/order/${id}/cancel`, person.headers, {})
      else if (dice < 0.9) await ask('POST', `/api/order/${id}/ship`, staff, { carrier: 'Pathao' })
      else if (dice < 0.95)
        await ask('POST', `/api/order/${id}/refund`, staff, { amount: 1, reason: 'Late', restock: false })
      else {
        const paid = { email: person.email, amount: 7, reference: randomUUID(), receivedAt: today() }
        await ask('POST', '/api/payment', staff, paid)
      }
    }
  }

  const faults: (() => Promise<string>)[] = [
    async () => {
      await shops[0]?.end('SIGKILL')
      shops[0] = await start(0)
      return 'a web process was killed'
    },
    async () => `${await cutConnections(env['DATABASE_URL'] ?? '')} connections to the database were ended`,
    async () => {
      await worker.end('SIGKILL')
      worker = await startWorker({ ...shared, WORKER: 'only' })
      return 'the worker was killed'
    },
    async () => {
      shops[1]?.halt()
      await sleep(3000)
      await shops[1]?.end('SIGKILL')
      shops[1] = await start(1)
      return 'a web process stood still, and was killed'
    },
    async () => {
      await shops[1]?.end('SIGTERM')
      shops[1] = await start(1)
      return 'a web process was told to stop'
    },
    ...more,
  ]
  const clients = Promise.all(Array.from({ length: buyers * 2 }, (_, n) => client(n)))
  const until = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < until; n += 1) {
    const next = performance.now() + every * 1000
    const said = await faults[n % faults.length]?.()
    report.faults.push(said ?? '')
    say(said ?? '')
    await sleep(Math.max(0, Math.min(next, until) - performance.now()))
  }
  over.abort()
  await clients
  await sleep(patienceMs)
  for (const { origin } of shops) {
    for (const path of ['/', '/api/tool?limit=6', '/healthz', '/readyz']) {
      const { status } = await fetch(origin + path)
      if (status !== 200) report.afterwards.push(`${path}: ${status}`)
    }
  }
  for (const each of [...shops, worker]) await each.end('SIGTERM')
  return report
}

const today = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function post(origin: string, path: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function sellable(origin: string, staff: Record<string, string>): Promise<string> {
  const product = { name: 'A fan', description: 'A fan.', price: 5, img: '/x.webp', available_quantity: 100_000 }
  return Tool.parse(await post(origin, '/api/tool', staff, product))._id
}

/** A buyer with terms. */
async function newBuyer(origin: string, staff: Record<string, string>) {
  const [email, password] = [`${randomUUID()}@example.com`, 'secret-6']
  await post(
    origin,
    '/api/auth/sign-up/email',
    { 'content-type': 'application/json', origin },
    { email, password, name: 'Rahim' },
  )
  const terms = { method: 'PUT', headers: staff, body: JSON.stringify({ netDays: 30, creditLimit: 2000 }) }
  const given = await fetch(`${origin}/api/user/${email}/terms`, terms)
  if (!given.ok) throw new Error(`no terms: ${given.status}`)
  return { email, headers: await adminHeaders(origin, { email, password }) }
}

/** Ends every connection to the database but its own, as a restart of the server would. */
async function cutConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rowCount ?? 0
}
