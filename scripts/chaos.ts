/** `npm run test:chaos`: a minute of src/test/chaos.test.ts, of which `npm test` has a quarter. `-- --seconds 300` takes longer. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { howToGetPostgres, startPostgres } from './lib/postgres.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const postgres = await startPostgres()
if (!postgres) throw new Error(`There is no PostgreSQL here: ${howToGetPostgres}`)
const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
const env = { ...process.env, TEST_DATABASE_URL: postgres.url, CHAOS_SECONDS: values.seconds }
const run = spawn(process.execPath, [vitest, 'run', '--project=engine', 'src/test/chaos.test.ts'], {
  env,
  stdio: 'inherit',
})
const [code]: (number | null)[] = await once(run, 'exit')
await postgres.stop()
process.exitCode = code ?? 1
