import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { debianVersions } from './pg-tools.ts'
import { aptInstall, findProgram } from './programs.ts'
import { freePort } from './free-port.ts'

export type TestServer = {
  /** postgres:// address of a superuser, who may create databases. */
  url: string
  /** Its name in messages. */
  name: string
  stop(): Promise<void>
}

export type OwnServer = TestServer & {
  /** Everything it has logged. */
  log(): string
  /** Ends as if its machine had lost power; restarts half a second later. */
  crash(): void
}

type Owner = { uid?: number; gid?: number }

export const howToGetPostgres =
  'install PostgreSQL (Debian: apt-get install postgresql), or set TEST_DATABASE_URL to the postgres:// address of a superuser'

/**
 * A PostgreSQL server for tests: the one TEST_DATABASE_URL names, else a temporary one of our own on a private port
 * and in its own folder in `parent`, with the programs on this machine or from Debian's package if we may install it.
 * @returns undefined if PostgreSQL cannot be had; throws if it is there but does not start
 */
export async function startPostgres(parent = tmpdir()): Promise<TestServer | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, name: 'the server of TEST_DATABASE_URL', stop: async () => {} }
  return startOwnPostgres(parent)
}

/** The same, but always a server of our own. */
export async function startOwnPostgres(parent = tmpdir()): Promise<OwnServer | undefined> {
  const programs = findPrograms() ?? (installPostgres() ? findPrograms() : undefined)
  return programs ? startCluster(programs, parent) : undefined
}

/** The folder with initdb and postgres: PATH's, else Debian's newest. */
export function findPrograms(): string | undefined {
  const initdb = findProgram('initdb', debianVersions())
  // initdb may be a link into the folder with the other programs.
  return initdb && dirname(realpathSync(initdb))
}

/** Debian's package creates and starts a cluster: we only need the programs. */
function installPostgres(): boolean {
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (process.getuid?.() === 0 && !existsSync(settings)) {
    mkdirSync(dirname(settings), { recursive: true })
    writeFileSync(settings, 'create_main_cluster = false\n')
  }
  return aptInstall('postgresql')
}

async function startCluster(programs: string, parent: string): Promise<OwnServer> {
  const owner = serverOwner()
  const folder = ownFolder(parent)
  const password = randomBytes(16).toString('hex')
  makeCluster(programs, folder, password, owner)
  return startServer(programs, folder, password)
}

/**
 * Starts a server on the data in a folder, and restarts it when it ends by itself. @param settings override those of test servers.
 */
export async function startServer(
  programs: string,
  folder: string,
  password: string,
  settings: Record<string, string | number> = {},
): Promise<OwnServer> {
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let log = ''
  let isStopped = false
  const start = () => {
    const child = spawn(join(programs, 'postgres'), serverSettings(folder, port, settings), {
      ...serverOwner(),
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    return child
  }
  let server = start()
  const stop = () => {
    isStopped = true
    return stopCluster(server, folder)
  }
  try {
    const name = `PostgreSQL ${await versionWhenReady(url, server)}`
    const again = () => {
      if (!isStopped) setTimeout(() => (server = start()).once('exit', again), 500)
    }
    server.once('exit', again)
    return { url, name, stop, log: () => log, crash: () => void server.kill('SIGQUIT') }
  } catch (cause) {
    await stop()
    throw new Error(`The test server in ${programs} did not start:\n${log}`, { cause })
  }
}

/** Creates a folder that belongs to the server's user. */
export function ownFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'postgres-test-'))
  ownedBy(folder, serverOwner())
  return folder
}

/** PostgreSQL refuses to run as root: root starts it as the user that its package created. */
export function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export function ownedBy(path: string, { uid, gid }: Owner): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

export function makeCluster(programs: string, folder: string, password: string, owner: Owner): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  ownedBy(passwordFile, owner)
  const options = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]
  execFileSync(join(programs, 'initdb'), [...options, '--no-sync', '-D', join(folder, 'data')], {
    ...owner,
    cwd: folder,
    stdio: 'pipe',
  })
}

/** Settings that do not change what a statement means are tuned for speed: the data need not outlive the run. */
function serverSettings(folder: string, port: number, settings: Record<string, string | number>): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    port,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '128MB',
    ...settings,
  }
  return ['-D', join(folder, 'data'), ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

async function versionWhenReady(url: string, server: ChildProcess): Promise<string> {
  for (const deadline = Date.now() + 30_000; ; await sleep(100)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
      return rows[0]?.server_version ?? ''
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function stopCluster(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit')
    // PostgreSQL's immediate shutdown: nothing is worth keeping.
    server.kill('SIGQUIT')
    await exited
  }
  rmSync(folder, { recursive: true, force: true })
}
