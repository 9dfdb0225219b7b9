import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { freePort } from '../../scripts/lib/free-port.ts'
import { onServerCore } from './cores.ts'

/** The process's own accounting. */
const Usage = z.object({ cpuMs: z.number(), memoryMb: z.number() })
type Usage = z.infer<typeof Usage>

export type MeasuredServer = {
  pid: number
  port: number
  usage(): Promise<Usage>
  /** Sends the process a message, and waits for what it answers. */
  ask(message: string | object): Promise<unknown>
  stop(): Promise<void>
}

const reporter = fileURLToPath(new URL('reporter.mjs', import.meta.url))

type Launch = {
  /** Of Node. */
  flags?: readonly string[]
  env?: Record<string, string>
  folder: string
  path?: string
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
export async function alone<T>(
  server: MeasuredServer | undefined,
  work: () => Promise<T>,
  isQuiet: () => Promise<boolean> = async () => true,
): Promise<T> {
  const others = [...processes].filter((child) => child.pid !== server?.pid)
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

/** Starts a Node program that listens on PORT, on the measured core, and waits until it answers at `path`. */
export async function startServer(
  program: URL,
  { flags = [], env = {}, folder, path = '/' }: Launch,
): Promise<MeasuredServer> {
  const port = await freePort()
  const log = join(folder, `${port}.log`)
  // Into a file, as a service's output goes: a terminal or a pipe that nobody empties would slow it.
  const output = openSync(log, 'a')
  const [command, args] = onServerCore(process.execPath, [...flags, '--import', reporter, fileURLToPath(program)])
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  processes.add(child)
  await untilItAnswers(`http://127.0.0.1:${port}${path}`, child, log)
  return {
    pid: child.pid ?? 0,
    port,
    usage: async () => Usage.parse(await ask(child, 'usage')),
    ask: (message) => ask(child, message),
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
      processes.delete(child)
    },
  }
}

async function ask(child: ChildProcess, message: string | object): Promise<unknown> {
  const answer = once(child, 'message')
  child.send(message)
  const [content]: unknown[] = await answer
  return content
}

async function untilItAnswers(address: string, child: ChildProcess, log: string): Promise<void> {
  while (!(await fetch(address).then(drain, () => false))) {
    if (child.exitCode !== null) throw new Error(`a server did not start:\n${readFileSync(log, 'utf8')}`)
    await sleep(2)
  }
}

/** Whether the answer was one: a shop that opens asks to come back. */
async function drain(response: Response): Promise<boolean> {
  await response.arrayBuffer()
  return response.ok
}
