/**
 * `npm run test:siege`: attacks the built shop on PostgreSQL with 10,000 silent connections, 2,000 that stop in the middle,
 * gigabyte bodies, compression bombs, deep JSON and invalid UTF-8. It passes when each is answered with 4xx or cut within 20 s,
 * the process stays under 400 MB, and a visitor beside them always gets an answer within 300 ms.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { adminHeaders, builtShop, startProcess } from '#testing/process.ts'
import { chaosEnv } from './lib/chaos-report.ts'
import { freePort } from './lib/free-port.ts'
import { howToGetPostgres, startOwnPostgres } from './lib/postgres.ts'
import { bombs, hold, sendMuch, sendWhole, type Outcome } from './lib/siege.ts'

const { values } = parseArgs({
  options: { idle: { type: 'string', default: '10000' }, half: { type: 'string', default: '2000' } },
})
const [idle, half] = [Number(values.idle), Number(values.half)]
const limits = { seconds: 20, megabytes: 400, milliseconds: 300 }
const gigabyte = 1024 ** 3
const wrong: string[] = []
/** Where half-sent connections stop: in the head, or in a short or long body. */
const halves = [
  'GET / HTTP/1.1\r\nHost: local',
  'POST /api/order HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
  'POST /api/picture HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nabc',
  'POST /api/payment/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{',
]
const say = (line: string) => console.log(`  ${line}`)

// Node opens as many files as the system allows; each connection takes one on each side.
const files = Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 0)
if (files < idle + half + 500)
  throw new Error(
    `This user may open ${files} files, but the siege needs ${idle + half + 500}: raise the limit (ulimit -Hn)`,
  )

type Look = { path: string; status: number; ms: number }

const folder = mkdtempSync(join(tmpdir(), 'siege-'))
const postgres = await startOwnPostgres()
if (!postgres) throw new Error(`PostgreSQL is missing: ${howToGetPostgres}`)
const port = await freePort()
const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
const env = { ...chaosEnv(folder, postgres.url, admin), SEED: 'demo' }
const shop = await startProcess(env, port, builtShop)
const visitor = new Worker(new URL('lib/visitor.ts', import.meta.url), { workerData: shop.origin })
const looks: Look[] = []
visitor.on('message', (look) => looks.push(look))
let most = 0
const watch = setInterval(() => (most = Math.max(most, residentMegabytes())), 250)

try {
  await sleep(3_000)
  sayLooks('alone')
  const { authorization } = await adminHeaders(shop.origin, admin)
  const staff = { authorization }

  const silent = await hold(port, idle, () => '')
  const stopped = await hold(port, half, (n) => halves[n % halves.length] ?? '')
  say(`${idle} idle and ${half} half-sent connections are open: ${residentMegabytes()} MB`)
  judge('idle connections', await Promise.all(silent))
  judge('half-sent connections', await Promise.all(stopped))
  sayLooks('beside them')

  const targets = ['/api/order', '/api/auth/sign-in/email', '/api/picture', '/api/payment/webhook', '/', '/tools']
  judge('gigabyte bodies', await Promise.all(targets.map((path) => sendMuch({ port, path, headers: staff }, gigabyte))))

  for (const { name, headers, body } of bombs()) {
    const paths = [
      '/api/order',
      '/api/auth/sign-in/email',
      '/api/auth/sign-up/email',
      '/api/picture',
      '/api/quote',
      '/api/tool',
    ]
    judge(
      name,
      await Promise.all(paths.map((path) => sendWhole({ port, path, headers: { ...staff, ...headers } }, body))),
    )
  }
  sayLooks('beside them')
  judge(
    'addresses that are not UTF-8',
    [
      await sendWhole({ port, path: '/%ff%fe' }, Buffer.alloc(0), 'GET'),
      await sendWhole({ port, path: '/api/tool?q=%c0%af' }, Buffer.alloc(0), 'GET'),
    ],
    [200, 499],
  )
} finally {
  clearInterval(watch)
  await visitor.terminate()
  await shop.end('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

if (most > limits.megabytes) wrong.push(`the process used ${most} MB`)
say(`peak memory: ${most} MB`)
for (const line of wrong) console.error(`WRONG: ${line}`)
console.log(wrong.length === 0 ? 'The shop withstood the siege.' : `Things that went wrong: ${wrong.length}.`)
process.exitCode = wrong.length === 0 ? 0 : 1

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${shop.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

function judge(what: string, outcomes: readonly Outcome[], [from, to]: readonly [number, number] = [400, 499]): void {
  const slowest = Math.max(...outcomes.map(({ seconds }) => seconds))
  const counts = Map.groupBy(outcomes, ({ status }) => status || 'cut')
  const told = [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ')
  say(`${what}: ${told}, the last after ${slowest.toFixed(1)} s`)
  const unclear = outcomes.filter(({ status }) => status !== 0 && (status < from || status > to))
  if (unclear.length > 0) wrong.push(`${what}: ${unclear.length} got an unexpected status`)
  if (slowest > limits.seconds) wrong.push(`${what}: the last took ${slowest.toFixed(1)} s`)
}

/** Says how long the visitor had to wait since the last call. */
function sayLooks(when: string): void {
  const taken = looks.splice(0).toSorted((a, b) => a.ms - b.ms)
  const [usual, late, longest] = [0.5, 0.99, 1].map((share) => taken[Math.ceil(taken.length * share) - 1])
  const ms = (look: Look | undefined) => `${Math.round(look?.ms ?? 0)} ms`
  say(
    `a visitor ${when}: ${taken.length} requests, half within ${ms(usual)}, 99 % within ${ms(late)}, the longest ${ms(longest)} (${longest?.path})`,
  )
  const failed = taken.filter(({ status }) => status !== 200).length
  if (failed > 0) wrong.push(`a visitor ${when}: ${failed} requests failed`)
  if (when !== 'alone' && (longest?.ms ?? 0) > limits.milliseconds)
    wrong.push(`a visitor ${when} waited ${ms(longest)}`)
}
