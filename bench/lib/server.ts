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
/** What `npm start` gives to Node. */
export const shopFlags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))
/** The few buyers of the benchmark place thousands of orders and pay for none. */
const ofEveryShop = { SEED: 'demo', ADMIN_PASSWORD: 'bench-admin', MAX_UNPAID_ORDERS: '1000000', MAX_HELD_SHARE: '1' }
const onPostgres = {
  DATABASE_POOL: '10',
  AUTH_SECRET: 'a secret of the benchmark, long enough',
  SANDBOX: 'on',
  WORKER: 'off',
}

/** All that run, to be stopped while another is measured. */
const processes = new Set<ChildProcess>()
// Nothing but this ends one that is stopped.
process.on('exit', () => {
  for (const child of processes) child.kill('SIGKILL')
})

/**
 * Stops every other server for as long as `work` takes: one that rests still collects garbage and runs its timers, on the
 * core of the one that is measured.
 * @param isQuiet whether they may stand still as they are: in a transaction they would keep what it has locked.
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
 * Starts a Node program as a production shop would run, on the measured core, and waits until it answers. Without the
 * address of a database it is on the embedded one.
 */
export async function start(program: string, { folder, databaseUrl, flags = shopFlags }: Launch) {
  const port = await freePort()
  const log = join(folder, `${port}.log`)
  // Into a file, as a service's output goes: a terminal or a pipe that nobody empties would slow it.
  const output = openSync(log, 'a')
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: String(port), NODE_ENV: 'production', DATA_DIR: folder, ...ofEveryShop }
  const [command, args] = onServerCore(process.execPath, [...flags, '--import', reporter, join(root, program)])
  const child = spawn(command, args, {
    env: databaseUrl ? { ...env, ...onPostgres, DATABASE_URL: databaseUrl } : env,
    stdio: ['ignore', output, output, 'ipc'],
    // As it takes bytes.
    serialization: 'advanced',
  })
  closeSync(output)
  processes.add(child)
  // A shop that opens asks to come back.
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
    /** Says what a bare server shall answer. */
    shallAnswer: (told: Task) => tell(child, told),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Sends a process a message, and waits for what it says to that. */
async function tell<T>(child: ChildProcess, message: string | object): Promise<T> {
  const answer = once(child, 'message')
  child.send(message)
  const [content]: T[] = await answer
  return content as T
}
