/** The topology of compose.yaml without containers: etcd, two databases run by Patroni, HAProxy in front of them and the shop. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { debianVersions } from './pg-tools.ts'
import { ownedBy, serverOwner } from './postgres.ts'
import { aptInstall, findProgram } from './programs.ts'

export type Node = { name: string; port: number; api: number; stop(): void; start(): void }
export type Cluster = Awaited<ReturnType<typeof startCluster>>

const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const needed = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', initdb: 'postgresql' }

/** @throws Error that names the missing Debian package, if it cannot be installed. */
function programs(): Record<keyof typeof needed, string> {
  const find = (name: keyof typeof needed) => {
    const places = [...debianVersions(), '/usr/sbin']
    const path = findProgram(name, places) ?? (aptInstall(needed[name]) ? findProgram(name, places) : undefined)
    if (!path) throw new Error(`${name} is missing: install Debian's package ${needed[name]}`)
    return path
  }
  return { initdb: find('initdb'), etcd: find('etcd'), patroni: find('patroni'), haproxy: find('haproxy') }
}

/** Starts the whole cluster on free ports of this machine, and waits until the standby has caught up with the primary. */
export async function startCluster() {
  const { etcd, patroni, haproxy, initdb } = programs()
  const owner = serverOwner()
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  chmodSync(folder, 0o755)
  const password = randomBytes(16).toString('hex')
  const children = new Set<ChildProcess>()
  let log = ''
  const run = (command: string, args: string[], env: Record<string, string> = {}) => {
    const child = spawn(command, args, {
      ...owner,
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: 'pipe',
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (log = (log + String(chunk)).slice(-8000)))
    children.add(child.on('exit', () => children.delete(child)))
    return child
  }
  const own = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    ownedBy(path, owner)
    return path
  }

  const [clients, peers] = [await freePort(), await freePort()]
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`]
  const etcdArgs = ['--name', 'etcd', '--data-dir', own('etcd'), '--initial-cluster', `etcd=${peerUrl}`]
  for (const name of ['--listen-client-urls', '--advertise-client-urls']) etcdArgs.push(name, clientUrl)
  for (const name of ['--listen-peer-urls', '--initial-advertise-peer-urls']) etcdArgs.push(name, peerUrl)
  run(etcd, etcdArgs)

  async function addNode(name: string): Promise<Node> {
    const [port, api] = [await freePort(), await freePort()]
    const place = own(name)
    const env = {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOST: `127.0.0.1:${clients}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(place, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: dirname(realpathSync(initdb)),
      PATRONI_POSTGRESQL_PGPASS: join(place, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
      // Over TCP: PostgreSQL's default folder for its socket belongs to Debian's package.
      PGHOST: '127.0.0.1',
    }
    let child: ChildProcess
    const start = () => void (child = run(patroni, [join(deploy, 'patroni.yml')], env))
    start()
    return {
      name,
      port,
      api,
      start,
      /** As when the machine loses power: kills Patroni first, so that it does not restart the database. */
      stop() {
        child.kill('SIGKILL')
        const [pid] = readFileSync(join(place, 'data', 'postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGKILL')
      },
    }
  }
  const nodes = [await addNode('a'), await addNode('b')] as const
  const [a, b] = nodes
  const ports = { shop: await freePort(), primary: await freePort(), standby: await freePort() }
  const webs = [await freePort(), await freePort()] as const
  run(haproxy, ['-db', '-f', join(deploy, 'haproxy.cfg')], {
    SHOP_BIND: `127.0.0.1:${ports.shop}`,
    PRIMARY_BIND: `127.0.0.1:${ports.primary}`,
    STANDBY_BIND: `127.0.0.1:${ports.standby}`,
    WEB_A: `127.0.0.1:${webs[0]}`,
    WEB_B: `127.0.0.1:${webs[1]}`,
    DB_A: `127.0.0.1:${a.port}`,
    DB_A_API: String(a.api),
    DB_B: `127.0.0.1:${b.port}`,
    DB_B_API: String(b.api),
  })

  const address = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  async function stop() {
    for (const each of nodes) {
      try {
        each.stop()
      } catch {
        // It was already stopped, or never ran.
      }
    }
    await Promise.all([...children].map((child) => (child.kill('SIGKILL'), once(child, 'exit'))))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    await untilReplicating(address(ports.primary))
    return { nodes, webs, ports, address, stop }
  } catch (cause) {
    await stop()
    throw new Error(`The cluster did not start:\n${log}`, { cause })
  }
}

/** Waits until the primary, whichever it is, has a standby that acknowledges what it commits. */
export async function untilReplicating(url: string, seconds = 90): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(250)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
      if (rows.length > 0) return
      throw new Error('there is no synchronous standby')
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
