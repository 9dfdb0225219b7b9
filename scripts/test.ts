/**
 * The whole test: the suite on the embedded engine, the same on PostgreSQL, then the built site in a browser.
 * Ends with one line that sums all, and exits 1 when anything failed. On CI nothing may be left out. A test that fails
 * is tried once more, so that one accident of a busy machine does not hide what all the others say; both kinds are named
 * at the end, and one that needed its second try has a cause to be found.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallChromium, howToGetChromium } from './lib/chromium.ts'
import { memoryFolder } from './lib/memory-folder.ts'
import { howToGetPostgres, startPostgres } from './lib/postgres.ts'
import {
  addCounts,
  countsLine,
  outcomeOf,
  readPlaywrightReport,
  readVitestReport,
  type Outcome,
  type ReportReader,
} from './lib/test-report.ts'

type Result = Outcome & { title: string; note?: string }
type Run = {
  title: string
  tool: string
  args: string[]
  env: NodeJS.ProcessEnv
  read: ReportReader
  report: string
}

const root = join(import.meta.dirname, '..')
const reports = join(root, '.cache', 'test-reports')
/** What was compiled once serves every process of the run, and those that tests start run what has just been built. */
const built = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), TEST_BUILT: '1' }
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// A database is made for every file of tests: making the few hundred files of one takes half a second on some disks. The tests leave
// less than this there at any time, and PostgreSQL may be another user's.
const scratch = mkdtempSync(join(memoryFolder(3), 'shop-tests-'))
chmodSync(scratch, 0o1777)
process.env.TMPDIR = scratch
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

// Beside each other they are hardly sooner through on two cores, and what waits for a moment waits too long.
const stages = [onEmbeddedEngine, onPostgres, inBrowser]
const finished: Result[] = []
for (const stage of stages) {
  if (!interrupted.signal.aborted) finished.push(await stage())
}
conclude(finished)

function onEmbeddedEngine(): Promise<Result> {
  return runVitest('Embedded engine', 'embedded', {})
}

async function onPostgres(): Promise<Result> {
  const title = 'PostgreSQL'
  const server = await startPostgres()
  if (!server) return missing(title, howToGetPostgres)
  try {
    return await runVitest(server.name, 'postgres', { TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

async function inBrowser(): Promise<Result> {
  const title = 'Browser'
  const chromium = findOrInstallChromium()
  if (!chromium) return missing(title, howToGetChromium)
  const report = join(reports, 'browser.json')
  return run({
    title,
    tool: '@playwright/test/cli.js',
    args: ['test', '--retries=1', '--reporter=list,json'],
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    read: readPlaywrightReport,
    report,
  })
}

function runVitest(title: string, name: string, env: NodeJS.ProcessEnv): Promise<Result> {
  const report = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return run({
    title,
    tool: 'vitest/vitest.mjs',
    args: ['run', '--retry=1', ...reporters],
    env,
    read: readVitestReport,
    report,
  })
}

async function run({ title, tool, args, env, read, report }: Run): Promise<Result> {
  console.log(`\n── ${title} ──`)
  const { TEST_DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...inherited, ...built, ...env },
    signal: interrupted.signal,
  })
  const exitCode = await new Promise<number | null>((resolve) => {
    // Also told when we interrupt it; `close` follows.
    child.on('error', (error) => console.error(error.message))
    child.on('close', resolve)
  })
  return { title, ...outcomeOf(report, exitCode, read) }
}

/** A stage whose server or browser is not here. On CI that is a failure: a green run there means that all of it ran. */
function missing(title: string, fix: string): Result {
  const failed = process.env.CI ? 1 : 0
  return { title, counts: { passed: 0, failed, skipped: 0 }, remarks: [], note: `did not run: ${fix}` }
}

function conclude(results: Result[]): void {
  const total = addCounts(results.map(({ counts }) => counts))
  console.log()
  for (const { title, counts, note, remarks } of results) {
    console.log(`${title}: ${note ?? countsLine(counts)}`)
    for (const remark of remarks) console.log(`  ${remark}`)
  }
  if (interrupted.signal.aborted) console.log('Interrupted.')
  console.log(countsLine(total))
  process.exitCode = interrupted.signal.aborted ? 130 : total.failed > 0 || total.passed === 0 ? 1 : 0
}
