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

/** Does something bad, and says what it was once it is over. */
export type Fault = () => Promise<string>

type Settings = {
  /** What the processes share. DATABASE_URL is where the database is; they are led there by a proxy that can fall silent. */
  env: Record<string, string>
  admin: { email: string; password: string }
  seconds: number
  /** How many seconds from one kill to the next. */
  every: number
  say: (line: string) => void
  /** What stands in front of the web processes, and where it looks for them. Without it they are asked in turn. */
  proxy?: { origin: string; ports: readonly number[] }
  /** More faults, which come beside the kills. */
  more?: Fault[]
  /** The clock of one web process and the worker, where it can be moved. */
  clock?: { env: Record<string, string>; isOff: () => boolean }
  /** So long an answer may take, in milliseconds: ten seconds, if nothing else is said. */
  answersWithin?: number
  /** So long the shop may take in the end to hear of money, in milliseconds. */
  hearsWithin?: number
}

const buyers = 3

/**
 * A steady mix of browsing, orders, card payments, cancels, shipments, credits and refunds on two web processes and a worker. One line of
 * faults kills these; beside it a second one has the database fall silent, end its connections and whatever `more` does; beside
 * both the card provider is slow, fails, repeats itself and lies. In the end the books are held against what everybody else knows.
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
  // Behind one address: tokens of one are good at the other.
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
      return 'a web process stood still, and was killed'
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
      return 'the database said nothing for four seconds, and old connections say nothing for good'
    },
    async () => `${await cutConnections(env['DATABASE_URL'] ?? '')} connections to the database were ended`,
    ...(settings.more ?? []),
  ]
  const weather = moods.map((mood): Fault => async () => {
    provider.be(mood)
    return `the card provider: ${mood}`
  })

  try {
    // A proxy looks for itself whether they may be given traffic.
    for (const deadline = Date.now() + patienceMs; !(await fetch(`${first}/readyz`)).ok; await sleep(100))
      if (Date.now() > deadline) throw new Error(`nobody is ready behind ${first}`)
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

/** One after the other, over and over, until then. */
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

/** What is not 2xx when there were no faults for a while. */
async function stillWrong(origin: string): Promise<string[]> {
  const wrong: string[] = []
  for (const path of ['/', '/api/tool?limit=6', '/healthz', '/readyz']) {
    const { status } = await fetch(origin + path)
    if (status !== 200) wrong.push(`afterwards ${path}: ${status}`)
  }
  return wrong
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
