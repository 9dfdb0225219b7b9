import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { between } from '../between.ts'
import { adminHeaders, builtShop, freePort, startProcess, startWorker } from '../process.ts'
import { startMailServer } from '../smtp.ts'
import { createAsking } from './asking.ts'
import { createKeeper } from './keeper.ts'
import { buyAt, newBuyer, sellable, shopAround } from './people.ts'
import { moods, openProvider } from './provider.ts'
import { patienceMs, type Happened, type Report } from './report.ts'
import { verdictOf } from './verdict.ts'

/** Causes a fault and resolves with its description once it is over. */
export type Fault = () => Promise<string>

type Settings = {
  /** Shared by the processes. DATABASE_URL is the real database; they reach it through a proxy that can go silent. */
  env: Record<string, string>
  admin: { email: string; password: string }
  seconds: number
  /** Seconds between two kills. */
  every: number
  say: (line: string) => void
  /** The proxy in front of the web processes, and the ports where it expects them. Without it they are asked in turn. */
  proxy?: { origin: string; ports: readonly number[] }
  /** More faults, caused alongside the kills. */
  more?: Fault[]
  /** The clock of one web process and the worker, if it can be moved. */
  clock?: { env: Record<string, string>; isOff: () => boolean }
  /** Longest time an answer may take, in milliseconds; ten seconds by default. */
  answersWithin?: number
  /** How long the shop may take at the end to learn of payments, in milliseconds. */
  hearsWithin?: number
}

const buyers = 3

/**
 * Runs a steady mix of browsing, orders, card payments, cancels, shipments, credits and refunds on two web processes and a worker.
 * Three lines of faults run in parallel: one kills processes; one silences the database, ends its connections and does whatever
 * `more` does; one makes the card provider slow, fail, duplicate and lie. At the end the books are checked against all others'.
 */
export async function runChaos(settings: Settings): Promise<Report> {
  const { env, admin, seconds, every, say, proxy, clock } = settings
  const report: Report = { acknowledged: [], answers: {}, longestMs: 0, wrong: [], faults: [] }
  const ports = proxy?.ports ?? [await freePort(), await freePort()]
  const origins = proxy ? [proxy.origin] : ports.map((port) => `http://localhost:${port}`)
  const [first = ''] = origins
  const over = new AbortController()
  const isClockOff = () => clock?.isOff() ?? false
  const { answersWithin = patienceMs } = settings
  const isProxied = proxy !== undefined
  const asking = createAsking({ origins, isProxied, report, isClockOff, answersWithin, over: over.signal })
  const { ask } = asking
  const provider = await openProvider(asking.send)
  const mails: { id: string; at: number }[] = []
  const mailServer = await startMailServer({
    onMessage: ({ source }) => void mails.push({ id: /^Message-ID: (.*)$/im.exec(source)?.[1] ?? '', at: Date.now() }),
  })
  const wire = await between(new URL(env['DATABASE_URL'] ?? ''))
  const database = Object.assign(new URL(env['DATABASE_URL'] ?? ''), { hostname: '127.0.0.1', port: wire.port }).href
  // Both use one public URL: tokens of one process are valid at the other.
  const shared = { ...env, ...provider.env, DATABASE_URL: database, SMTP_URL: mailServer.url, PUBLIC_URL: first }
  const keep = createKeeper((name) => report.wrong.push(`${name} ended by itself`))
  const startWeb = (n: number) =>
    keep('a web process', () =>
      startProcess({ ...shared, WORKER: 'off', ...(n === 1 && clock?.env) }, ports[n] ?? 0, builtShop),
    )
  const beginWorker = () =>
    keep('the worker', () => startWorker({ ...shared, WORKER: 'only', ...clock?.env }, builtShop))
  const webs = await Promise.all([startWeb(0), startWeb(1)])
  let worker = await beginWorker()

  const kills: Fault[] = [
    async () => {
      await webs[0]?.end('SIGKILL')
      webs[0] = await startWeb(0)
      return 'a web process was killed'
    },
    async () => {
      await worker.end('SIGKILL')
      worker = await beginWorker()
      return 'the worker was killed'
    },
    async () => {
      webs[1]?.halt()
      await sleep(3000)
      await webs[1]?.end('SIGKILL')
      webs[1] = await startWeb(1)
      return 'a web process hung, and was killed'
    },
    async () => {
      await webs[1]?.end('SIGTERM')
      webs[1] = await startWeb(1)
      return 'a web process was told to stop'
    },
  ]
  const others: Fault[] = [
    async () => {
      wire.forget()
      wire.be('silent')
      await sleep(4000)
      wire.be('passing')
      return 'the database was silent for four seconds, and old connections stay silent'
    },
    async () => `${await cutConnections(env['DATABASE_URL'] ?? '')} connections to the database were ended`,
    ...(settings.more ?? []),
  ]
  const weather = moods.map((mood): Fault => async () => {
    provider.be(mood)
    return `the card provider: ${mood}`
  })

  try {
    // A proxy runs its own readiness checks before it routes traffic.
    for (const deadline = Date.now() + patienceMs; !(await fetch(`${first}/readyz`)).ok; await sleep(100))
      if (Date.now() > deadline) throw new Error(`no process is ready behind ${first}`)
    const staff = await adminHeaders(first, admin)
    const toolId = await sellable(first, staff)
    const people = await Promise.all(
      Array.from({ length: buyers }, () => newBuyer(first, staff, { letterbox: mailServer })),
    )
    const { acknowledged } = report
    const common = { ask, staff, toolId, pay: provider.pay, acknowledged, over: over.signal }
    const clients = [...people, ...people].map((person) => shopAround({ ...common, person }))
    const until = performance.now() + seconds * 1000
    const through = (line: Happened['line'], faults: Fault[], pauseSeconds: number) =>
      inLine(faults, { line, pauseSeconds, until, report, say })
    await Promise.all([
      through('processes', kills, every),
      through('database', others, every / 2),
      through('provider', weather.slice(1), every),
    ])
    provider.be('well')
    over.abort()
    await Promise.all(clients)
    await sleep(patienceMs)
    const [person] = people
    for (const origin of origins) report.wrong.push(...(await stillWrong(origin)))
    for (const origin of origins)
      await buyAt(origin, person ?? { email: '', headers: {} }, toolId, provider.pay).catch((error: unknown) =>
        report.wrong.push(`afterwards ${String(error)}`),
      )
    const { hearsWithin = 0 } = settings
    report.wrong.push(...(await verdictOf({ env, report, provider, mails, hearsWithin })))
    return report
  } finally {
    over.abort()
    for (const each of [...webs, worker]) await each.end('SIGKILL')
    wire.close()
    wire.hangUp()
    await provider.close()
    await mailServer.stop()
  }
}

type Timing = {
  line: Happened['line']
  pauseSeconds: number
  until: number
  report: Report
  say: (line: string) => void
}

/** Causes the faults one after the other, over and over, until the given time. */
async function inLine(faults: Fault[], { line, pauseSeconds, until, report, say }: Timing): Promise<void> {
  for (let n = 0; performance.now() < until; n += 1) {
    const next = performance.now() + pauseSeconds * 1000
    const from = Date.now()
    const said = (await faults[n % faults.length]?.()) ?? ''
    report.faults.push({ line, said, from, until: Date.now() })
    say(said)
    await sleep(Math.max(0, Math.min(next, until) - performance.now()))
  }
}

/** Paths that do not answer 200 after a while without faults. */
async function stillWrong(origin: string): Promise<string[]> {
  const wrong: string[] = []
  for (const path of ['/', '/api/tool?limit=6', '/healthz', '/readyz']) {
    const { status } = await fetch(origin + path)
    if (status !== 200) wrong.push(`afterwards ${path}: ${status}`)
  }
  return wrong
}

/** Ends every connection to the database except its own, as a server restart would. */
async function cutConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rowCount ?? 0
}
