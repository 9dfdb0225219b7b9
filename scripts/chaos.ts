/**
 * `npm run test:chaos`: two web processes and a worker under a minute of faults, on their own database: the faults that
 * src/test/chaos.test.ts runs for a quarter of a minute, plus database restarts, a full disk of the database and clock jumps.
 * `-- --seconds 300` takes longer.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runChaos, type Fault } from '#testing/chaos/run.ts'
import { chaosEnv, sayChaos } from './lib/chaos-report.ts'
import { openMovableClock } from './lib/faketime.ts'
import { howToGetPostgres, startOwnPostgres } from './lib/postgres.ts'
import { mountSmallDisk } from './lib/small-disk.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const say = (line: string) => console.log(`  ${line}`)
const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
// The provider’s own book is in a database without faults.
delete process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
const disk = mountSmallDisk(600)
if (!disk) say('This user may not mount a disk here: the database’s disk is not filled.')
const clock = openMovableClock()
if (!clock) say('libfaketime is missing (Debian: apt-get install libfaketime): no clock is moved.')
const postgres = await startOwnPostgres(disk?.folder)
if (!postgres) throw new Error(`PostgreSQL is missing: ${howToGetPostgres}`)
const { url, crash } = postgres

const more: Fault[] = [
  async () => {
    crash()
    return 'the database lost power, and is starting again'
  },
]
if (disk)
  more.push(async () => {
    disk.fill()
    await sleep(4_000)
    disk.free()
    return 'the disk of the database was full for four seconds'
  })
if (clock)
  more.push(async () => {
    for (const hours of [1, -1]) {
      clock.move(hours * 3_600)
      await sleep(3_000)
    }
    clock.move(0)
    // It takes them that long to notice that the clock is right again.
    await sleep(1_500)
    return 'the clock of a web process and of the worker was an hour ahead, then an hour behind'
  })

try {
  const env = chaosEnv(folder, url, admin)
  const seconds = Number(values.seconds)
  sayChaos(await runChaos({ env, admin, seconds, every: 5, say, more, clock, hearsWithin: 150_000 }))
} finally {
  await postgres.stop()
  disk?.close()
  clock?.close()
  rmSync(folder, { recursive: true, force: true })
}
// The provider’s book stays open for the next test.
process.exit()
