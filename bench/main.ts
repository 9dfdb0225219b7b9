/**
 * How close the shop is to what this machine can do.
 *
 *   npm run bench                       every comparison once, into bench/README.md
 *   npm run bench -- scale              the same calls as the shop grows, into bench/scale.svg and the README
 *   npm run bench -- profile            where the time of the calls goes that ask the database, into the README
 *   npm run bench -- --rounds 9 --seconds 3
 *   npm run bench -- --only 'GET /'     one call's comparisons, written nowhere
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Effort } from './lib/compare.ts'
import { stayOnGeneratorCore } from './lib/cores.ts'
import { openPostgresServer } from './lib/world.ts'
import { measureCall, measureOnce } from './once.ts'
import { profile } from './profile.ts'
import { measureGrowth } from './scale.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
})
const effort: Effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
// Started first, so that it may use every core.
const postgres = await openPostgresServer()
stayOnGeneratorCore()
try {
  if (positionals[0] === 'scale') await measureGrowth(postgres, folder, effort)
  else if (positionals[0] === 'profile') await profile(postgres, folder, effort)
  else if (values.only) await measureCall(postgres, folder, effort, values.only)
  else await measureOnce(postgres, folder, effort)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
