/**
 * How close the shop is to what this machine can do.
 *
 *   npm run bench                       every comparison once, into bench/README.md
 *   npm run bench -- scale              the same calls as the shop grows, into bench/scale.svg and the README
 *   npm run bench -- --rounds 9 --seconds 3
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Effort } from './lib/compare.ts'
import { stayOnGeneratorCore } from './lib/cores.ts'
import { openPostgresServer } from './lib/world.ts'
import { measureOnce } from './once.ts'
import { measureGrowth } from './scale.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
})
const effort: Effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
// Started first, so that it may use every core.
const postgres = await openPostgresServer()
stayOnGeneratorCore()
try {
  await (positionals[0] === 'scale' ? measureGrowth : measureOnce)(postgres, folder, effort)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
