/** A PgBouncer for the tests, in session mode, with the defaults of Debian's package except where it needs settings. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { ownedBy, ownFolder, serverOwner } from './postgres.ts'
import { aptInstall, findProgram } from './programs.ts'

/**
 * Starts a PgBouncer in front of a server.
 * @param server postgres:// address of the server, with a password
 * @returns undefined if PgBouncer cannot be had
 */
export async function startPooler(server: string) {
  const program = find() ?? (install() ? find() : undefined)
  if (!program) {
    console.log('PgBouncer is missing (Debian: apt-get install pgbouncer): the shop is not tested behind one.')
    return undefined
  }
  const { hostname, port, username, password } = new URL(server)
  const owner = serverOwner()
  const folder = ownFolder()
  const own = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    pool_mode: 'session',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users'),
    default_pool_size: 40,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeOwned('users', `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  writeOwned('settings.ini', `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('')}`)
  const child = spawn(program, [join(folder, 'settings.ini')], { ...owner, cwd: folder, stdio: 'ignore' })
  const change = (url: URL) => Object.assign(url, { hostname: '127.0.0.1', port: String(own) })
  const stop = async () => {
    const exited = once(child, 'exit')
    if (child.kill('SIGQUIT')) await exited
    rmSync(folder, { recursive: true, force: true })
  }
  await untilReady(change(new URL(server)).href).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { change, stop }

  function writeOwned(name: string, text: string): void {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    ownedBy(join(folder, name), owner)
  }
}

const sbin = ['/usr/sbin']
const find = () => findProgram('pgbouncer', sbin)

/** Debian's package starts a service: we only need the program. */
function install(): boolean {
  if (!aptInstall('pgbouncer')) return false
  const service = findProgram('service', sbin)
  if (service) spawnSync(service, ['pgbouncer', 'stop'], { stdio: 'ignore' })
  return true
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
