/**
 * Runs tests on a PostgreSQL server: the one of TEST_DATABASE_URL, else a temporary one that ends with them.
 *
 *   npm run test:server -- src/features/orders
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { memoryFolder } from './lib/memory-folder.ts'
import { howToGetPostgres, startPostgres } from './lib/postgres.ts'

// Whoever interrupts the run interrupts Vitest too: it ends first, and the server is stopped after it.
let vitest: ReturnType<typeof spawn> | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest?.kill(signal))

const server = await startPostgres(memoryFolder(1))
if (server) {
  const program = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
  // Not spawnSync: this process has to restart the server, should a test make it crash.
  vitest = spawn(process.execPath, [program, 'run', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: server.url },
  })
  const [exitCode] = await once(vitest, 'close')
  await server.stop()
  process.exitCode = typeof exitCode === 'number' ? exitCode : 1
} else {
  console.error(`Tests on a server: ${howToGetPostgres}`)
  process.exitCode = 1
}
