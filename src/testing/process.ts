import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
/** The program that `npm start` runs: the last build, which starts in half the time. */
export const builtShop = fileURLToPath(new URL('../start.mjs', import.meta.url))
/** A full test run has just built the shop; a single test runs the current sources. */
const usual = process.env.TEST_BUILT ? builtShop : main

/** The environment that a spawned program inherits: none of the settings of the person running the tests. */
export const inherited = (): Record<string, string | undefined> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

export type Ending = {
  pid: number | undefined
  /** Sends the process a signal and resolves with its exit code, null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Suspends the process: after that it can only be killed. */
  halt(): void
  /** Resolves when the process ends for whatever reason: its exit code, null after a signal. */
  exited: Promise<number | null>
}
export type ShopProcess = Ending & { origin: string }

/**
 * Starts the shop and waits until it answers.
 * @param program the program to start instead of the default one, such as `builtShop`.
 */
export const startProcess = (env: Record<string, string>, port: number, program?: string): Promise<ShopProcess> =>
  beginProcess(env, port, program).opened()

/** Like startProcess, for tests that look at the process before it answers. */
export function beginProcess(env: Record<string, string>, port: number, program?: string) {
  const { child, output } = launch({ ...env, PORT: String(port) }, program)
  const origin = `http://localhost:${port}`
  return {
    origin,
    async opened(): Promise<ShopProcess> {
      while (!(await answers(origin))) {
        if (child.exitCode !== null) throw new Error(`the shop did not start:\n${output()}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return { origin, ...ending(child) }
    },
  }
}

/** Starts a process that serves no requests, and waits until it reports that it is up. */
export async function startWorker(
  env: Record<string, string>,
  program?: string,
): Promise<Ending & { output: () => string }> {
  const { child, output } = launch({ ...env, PORT: String(await freePort()) }, program)
  while (!output().includes('is up')) {
    if (child.exitCode !== null) throw new Error(`the worker did not start:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { output, ...ending(child) }
}

function ending(child: ChildProcess): Ending {
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  return {
    pid: child.pid,
    exited,
    end(signal) {
      child.kill(signal)
      return exited
    },
    halt() {
      child.kill('SIGSTOP')
    },
  }
}

/** Headers for an admin's JSON calls. @param publicUrl the shop's address, if it differs from this process's. */
export async function adminHeaders(origin: string, admin: { email: string; password: string }, publicUrl = origin) {
  const json = { 'content-type': 'application/json' }
  const signIn = { method: 'POST', body: JSON.stringify(admin), headers: { ...json, origin: publicUrl } }
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, signIn)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const exchange = { method: 'PUT', body: JSON.stringify({ email: admin.email }), headers: { ...json, cookie } }
  const exchanged = await fetch(`${origin}/api/user/${admin.email}`, exchange)
  const { token }: { token: string } = await exchanged.json()
  return { ...json, authorization: `Bearer ${token}` }
}

/** Starts a shop that is expected to fail to start. */
export async function startInVain(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch({ ...env, PORT: String(await freePort()) })
  await once(child, 'exit')
  return { code: child.exitCode, output: output() }
}

function launch(env: Record<string, string>, program = usual): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [program], {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  return { child, output: () => text }
}

const answers = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
