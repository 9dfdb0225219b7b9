/**
 * Runs all tests: the suite on the embedded engine, then on PostgreSQL, then the built site in a browser. Ends with one
 * line that sums up everything, and exits 1 when anything failed. On CI no stage may be skipped. A failed test is retried
 * once, so that one hiccup of a busy machine does not hide what all the others say; failed and retried tests are both
 * listed at the end, and a test that passed only on its second try has a cause to be found.
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
/** All processes of the run share one compile cache, and those that tests start run what has just been built. */
const built = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), TEST_BUILT: '1' }
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Every test file gets its own database, and creating the few hundred files of one takes half a second on some disks. The tests
// never use more than this at a time, and PostgreSQL may run as another user.
const scratch = mkdtempSync(join(memoryFolder(3), 'shop-tests-'))
chmodSync(scratch, 0o1777)
process.env.TMPDIR = scratch
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

// In parallel they would hardly finish sooner on two cores, and tests with short timeouts would wait too long.
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
    // Also emitted when we interrupt it; `close` follows.
    child.on('error', (error) => console.error(error.message))
    child.on('close', resolve)
  })
  return { title, ...outcomeOf(report, exitCode, read) }
}

/** A stage whose server or browser is missing. On CI that is a failure: a green run there means that everything ran. */
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
