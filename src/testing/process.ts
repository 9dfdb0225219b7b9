import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

type Ending = {
  /** Ends the process by a signal and answers its exit code, null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Has the process stand still where it is: it can only be killed. */
  halt(): void
}
export type ShopProcess = Ending & { origin: string }

/** Starts the shop as `npm start` does, and waits until it answers. */
export const startProcess = (env: Record<string, string>, port: number): Promise<ShopProcess> =>
  beginProcess(env, port).opened()

/** The same for who looks at it before it answers. */
export function beginProcess(env: Record<string, string>, port: number) {
  const { child, output } = launch({ ...env, PORT: String(port) })
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

/** Starts a process that answers nobody, and waits until it says that it is up. */
export async function startWorker(env: Record<string, string>): Promise<Ending & { output: () => string }> {
  const { child, output } = launch({ ...env, PORT: String(await freePort()) })
  while (!output().includes('is up')) {
    if (child.exitCode !== null) throw new Error(`the worker did not start:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { output, ...ending(child) }
}

const ending = (child: ChildProcess): Ending => ({
  async end(signal) {
    const exited = once(child, 'exit')
    child.kill(signal)
    const [code]: (number | null)[] = await exited
    return code ?? null
  },
  halt() {
    child.kill('SIGSTOP')
  },
})

/** The headers of an admin's calls in JSON. */
export async function adminHeaders(origin: string, admin: { email: string; password: string }) {
  const json = { 'content-type': 'application/json' }
  const signIn = { method: 'POST', body: JSON.stringify(admin), headers: { ...json, origin } }
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

/** Starts a shop that is expected not to come up. */
export async function startInVain(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch({ ...env, PORT: String(await freePort()) })
  await once(child, 'exit')
  return { code: child.exitCode, output: output() }
}

function launch(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env },
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
