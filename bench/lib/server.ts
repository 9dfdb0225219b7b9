import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../../scripts/lib/free-port.ts'
import type { Task } from '../servers/bare.ts'
import { ask, get } from './call.ts'
import { onServerCore } from './cores.ts'

export type MeasuredServer = Awaited<ReturnType<typeof start>>

const root = join(import.meta.dirname, '..', '..')
const reporter = join(import.meta.dirname, 'reporter.mjs')
/** The flags that `npm start` passes to Node. */
export const shopFlags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))
/** The benchmark's few buyers place thousands of orders and pay for none. */
const ofEveryShop = { SEED: 'demo', ADMIN_PASSWORD: 'bench-admin', MAX_UNPAID_ORDERS: '1000000', MAX_HELD_SHARE: '1' }
const onPostgres = {
  DATABASE_POOL: '10',
  AUTH_SECRET: 'a secret of the benchmark, long enough',
  SANDBOX: 'on',
  WORKER: 'off',
}

/** All running servers, to be paused while another is measured. */
const processes = new Set<ChildProcess>()
// Only SIGKILL ends a process that is stopped.
process.on('exit', () => {
  for (const child of processes) child.kill('SIGKILL')
})

/**
 * Pauses every other server while `work` runs: even an idle one collects garbage and runs its timers, on the core of the
 * measured one.
 * @param isQuiet whether they may stay paused as they are: inside a transaction they would keep holding its locks.
 */
export async function alone<T>(server: MeasuredServer | undefined, work: () => Promise<T>, isQuiet = async () => true) {
  const others = [...processes].filter(({ pid }) => pid !== server?.pid)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => others.forEach((child) => child.kill(name))
  try {
    for (signal('SIGSTOP'); !(await isQuiet()); signal('SIGSTOP')) {
      signal('SIGCONT')
      await sleep(20)
    }
    return await work()
  } finally {
    signal('SIGCONT')
  }
}

type Launch = { folder: string; databaseUrl?: string; flags?: readonly string[] }

/**
 * Starts a Node program the way a production shop runs, on the measured core, and waits until it answers. Without a
 * database address it uses the embedded engine.
 */
export async function start(program: string, { folder, databaseUrl, flags = shopFlags }: Launch) {
  const port = await freePort()
  const log = join(folder, `${port}.log`)
  // Into a file, like the output of a service: a terminal, or a pipe that nobody empties, would slow it down.
  const output = openSync(log, 'a')
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: String(port), NODE_ENV: 'production', DATA_DIR: folder, ...ofEveryShop }
  const [command, args] = onServerCore(process.execPath, [...flags, '--import', reporter, join(root, program)])
  const child = spawn(command, args, {
    env: databaseUrl ? { ...env, ...onPostgres, DATABASE_URL: databaseUrl } : env,
    stdio: ['ignore', output, output, 'ipc'],
    // This serialization supports bytes.
    serialization: 'advanced',
  })
  closeSync(output)
  processes.add(child)
  // While it is opening, a shop answers that the client should try again.
  while (!(await ask(port, get('/healthz')).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`a server did not start:\n${readFileSync(log, 'utf8')}`)
    await sleep(2)
  }
  const stop = async () => {
    const exited = once(child, 'exit')
    child.kill()
    await exited
    processes.delete(child)
  }
  return {
    pid: child.pid,
    port,
    folder,
    /** The process's own accounting. */
    usage: () => tell<{ cpuMs: number; memoryMb: number }>(child, 'usage'),
    /** Tells a bare server what to answer. */
    shallAnswer: (told: Task) => tell(child, told),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Sends a process a message and waits for its answer. */
async function tell<T>(child: ChildProcess, message: string | object): Promise<T> {
  const answer = once(child, 'message')
  child.send(message)
  const [content]: T[] = await answer
  return content as T
}
