/**
 * `npm run test:cluster`: the shop as deploy/ describes it, without containers: HAProxy, two web processes, a worker, and two databases of which
 * Patroni makes one the primary. Besides the faults of `npm run test:chaos` the primary loses its power, and comes back as the standby.
 * `-- --seconds 300` takes longer.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { runCommand } from '#testing/backups.ts'
import { runChaos } from '#testing/chaos.ts'
import { startCluster, untilReplicating, type Cluster } from './lib/cluster.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '90' } } })
const say = (line: string) => console.log(`  ${line}`)
const folder = mkdtempSync(join(tmpdir(), 'cluster-shop-'))
const cluster = await startCluster()
const database = cluster.address(cluster.ports.primary)
const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
const env = {
  DATABASE_URL: database,
  DATA_DIR: folder,
  AUTH_SECRET: 'x'.repeat(32),
  ADMIN_PASSWORD: admin.password,
  TRUSTED_PROXIES: '1',
  MAX_UNPAID_ORDERS: '1000000',
  MAX_HELD_SHARE: '1',
}

try {
  const proxy = { origin: `http://localhost:${cluster.ports.shop}`, ports: cluster.webs }
  const more = [() => failOver(cluster), () => stopStandby(cluster)]
  const report = await runChaos({ env, admin, seconds: Number(values.seconds), every: 5, say, proxy, more })
  say(`answers: ${JSON.stringify(report.answers)}, orders acknowledged: ${report.acknowledged.length}`)
  const lost = await missing(report.acknowledged)
  const books = await runCommand('admin', ['balance'], env)
  say(books.output.trim())
  const wrong = [
    ...report.wrong,
    ...report.afterwards.map((line) => `afterwards ${line}`),
    ...lost.map((id) => `order ${id} was acknowledged and is not there`),
    ...(books.code === 0 ? [] : ['the books do not balance']),
    ...(report.faults.some((fault) => fault.includes('primary')) ? [] : ['there was no failover: take more seconds']),
  ]
  for (const line of wrong) console.error(`WRONG: ${line}`)
  console.log(wrong.length === 0 ? 'Nothing was lost, and nobody saw an error but 503.' : `${wrong.length} were wrong.`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Which of them the database does not have. */
async function missing(ids: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select id from unnest($1::uuid[]) id where id not in (select id from "order")',
    [ids],
  )
  await client.end()
  return rows.map(({ id }) => id)
}

/** Which node Patroni says has the role at this moment. */
async function nodeThatIs(role: 'primary' | 'replica', { nodes }: Cluster) {
  for (const node of nodes) {
    const answer = await fetch(`http://127.0.0.1:${node.api}/${role}`).catch(() => undefined)
    if (answer?.ok) return node
  }
  throw new Error(`there is no ${role}`)
}

async function failOver(running: Cluster): Promise<string> {
  await untilReplicating(database)
  const node = await nodeThatIs('primary', running)
  const from = Date.now()
  node.stop()
  while ((await nodeThatIs('primary', running).catch(() => node)) === node) await sleep(200)
  const seconds = (Date.now() - from) / 1000
  node.start()
  return `the primary (${node.name}) lost its power; the standby took over after ${seconds.toFixed(1)} s`
}

async function stopStandby(running: Cluster): Promise<string> {
  await untilReplicating(database)
  const node = await nodeThatIs('replica', running)
  node.stop()
  await sleep(3_000)
  node.start()
  await untilReplicating(database)
  return `the standby (${node.name}) lost its power, and is back`
}
