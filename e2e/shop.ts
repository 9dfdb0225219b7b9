import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareData } from '#testing/prepared-data.ts'
import { freePort } from '../scripts/lib/free-port.ts'
import { adminPassword } from './accounts.ts'

/** Starts the built site on its own data, which are deleted when it ends. `settings` are its whole configuration. */
export function runShop(
  settings: Record<string, string>,
  dataDir = mkdtempSync(join(tmpdir(), 'shop-e2e-')),
): ChildProcess {
  const shop = spawn(process.execPath, [join(import.meta.dirname, '..', 'src', 'start.mjs')], {
    // Neither the tester's environment nor a .env file may change what is tested.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Needed if a test run is cut short before it could stop the shop.
  const endWithUs = () => shop.kill('SIGKILL')
  process.on('exit', endWithUs)
  shop.on('close', () => {
    process.off('exit', endWithUs)
    rmSync(dataDir, { recursive: true, force: true })
  })
  return shop
}

export type RunningShop = {
  origin: string
  /** The folder with the mail that it would send. */
  outbox: string
  stop(): Promise<void>
}

/** The same on a free port and a prepared database. Returns once it answers; `stop` returns when it has ended. */
export async function runShopOnFreePort(settings: Record<string, string> = {}): Promise<RunningShop> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-e2e-'))
  await prepareData(dataDir)
  const shop = runShop({ PORT: String(port), ...settings }, dataDir)
  await answering(`${origin}/healthz`)
  return {
    origin,
    outbox: join(dataDir, 'outbox'),
    async stop() {
      if (shop.kill('SIGTERM')) await once(shop, 'close')
    },
  }
}

/** Waits for a server to answer. @throws after a minute. */
async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} did not answer within 60 s`)
}
