/**
 * `npm run test:cluster`: the shop as deploy/ describes it, without containers: HAProxy, two web processes, a worker, and two
 * databases, one of which Patroni makes the primary. Besides the faults of `npm run test:chaos` the primary loses power and
 * comes back as the standby. `-- --seconds 300` takes longer.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runChaos } from '#testing/chaos/run.ts'
import { chaosEnv, sayChaos } from './lib/chaos-report.ts'
import { startCluster, untilReplicating, type Cluster } from './lib/cluster.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '90' } } })
const say = (line: string) => console.log(`  ${line}`)
const folder = mkdtempSync(join(tmpdir(), 'cluster-shop-'))
const cluster = await startCluster()
// The provider’s own book is in a database without faults.
delete process.env.TEST_DATABASE_URL
const database = cluster.address(cluster.ports.primary)
const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
const env = { ...chaosEnv(folder, database, admin), TRUSTED_PROXIES: '1' }

try {
  const proxy = { origin: `http://localhost:${cluster.ports.shop}`, ports: cluster.webs }
  const more = [() => failOver(cluster), () => stopStandby(cluster)]
  const report = await runChaos({
    env,
    admin,
    seconds: Number(values.seconds),
    every: 5,
    say,
    proxy,
    more,
    hearsWithin: 150_000,
  })
  if (!report.faults.some(({ said }) => said.includes('primary')))
    report.wrong.push('there was no failover: run it for more seconds')
  sayChaos(report)
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
// The provider’s book stays open for the next test.
process.exit()

/** The node that currently has the role, according to Patroni. */
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
  return `the primary (${node.name}) lost power; the standby took over after ${seconds.toFixed(1)} s`
}

async function stopStandby(running: Cluster): Promise<string> {
  await untilReplicating(database)
  const node = await nodeThatIs('replica', running)
  node.stop()
  await sleep(3_000)
  node.start()
  await untilReplicating(database)
  return `the standby (${node.name}) lost power, and is back`
}
