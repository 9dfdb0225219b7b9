import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

export type Counts = { passed: number; failed: number; skipped: number }
/** The outcome of a run; `remarks` names each test that failed, and each that passed only on a retry. */
export type Outcome = { counts: Counts; remarks: string[] }

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
})

const PlaywrightResult = z.object({ error: z.object({ message: z.string().default('') }).optional() })
const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(PlaywrightResult) })),
})
type PlaywrightSuite = { specs: z.infer<typeof PlaywrightSpec>[]; suites?: PlaywrightSuite[] | undefined }
const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(PlaywrightSpec),
  suites: z.lazy(() => z.array(PlaywrightSuite).optional()),
})
const PlaywrightReport = z.object({
  errors: z.array(z.object({ message: z.string().default('') })),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(PlaywrightSuite),
})

export type ReportReader = (report: unknown) => Outcome

/** Reads Vitest's JSON report. A file that failed outside its tests, while loading or in a hook, counts as one failed test. */
export const readVitestReport: ReportReader = (report) => {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = VitestReport.parse(report)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${relative(process.cwd(), name)} › ${test.fullName}` })),
  )
  return {
    counts: {
      passed: numPassedTests,
      failed: numFailedTests + brokenFiles.length,
      skipped: numPendingTests + numTodoTests,
    },
    remarks: [
      ...brokenFiles.map(({ name, message }) => failure(relative(process.cwd(), name), message)),
      ...tests.flatMap(({ name, status, failureMessages }) =>
        remark(name, status === 'failed', status === 'passed', failureMessages[0]),
      ),
    ],
  }
}

/** Reads Playwright's JSON report. A test that passed only on a retry counts as passed; Playwright calls it flaky. */
export const readPlaywrightReport: ReportReader = (report) => {
  const { errors, stats, suites } = PlaywrightReport.parse(report)
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped },
    remarks: [
      ...errors.map(({ message }) => failure('outside the tests', message)),
      ...suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
        tests.flatMap(({ status, results }) => {
          const message = results.find((result) => result.error)?.error?.message
          return remark(`${file} › ${title}`, status === 'unexpected', status === 'flaky', message)
        }),
      ),
    ],
  }
}

const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

/** A passed test with a failure message failed on its first try. */
function remark(name: string, failed: boolean, passed: boolean, message: string | undefined): string[] {
  if (failed) return [failure(name, message ?? '')]
  return passed && message !== undefined ? [`Passed when tried again: ${name}: ${firstLine(message)}`] : []
}

const failure = (name: string, message: string) => `Failed: ${name}: ${firstLine(message)}`

const firstLine = (message: string) => message.split('\n', 1)[0] ?? ''

/**
 * The outcome of a run that wrote its report to `path` and ended with `exitCode`. A run that left no report, or failed
 * though its report says otherwise, counts as one failed test: nothing that went wrong may end up as a pass.
 */
export function outcomeOf(path: string, exitCode: number | null, read: ReportReader): Outcome {
  const outcome = readOutcome(path, read)
  if (!outcome) return { counts: { passed: 0, failed: 1, skipped: 0 }, remarks: ['Failed: the run left no report.'] }
  if (exitCode === 0 || outcome.counts.failed > 0) return outcome
  const remarks = [...outcome.remarks, `Failed: the run ended with ${exitCode}, though no test failed.`]
  return { counts: { ...outcome.counts, failed: 1 }, remarks }
}

function readOutcome(path: string, read: ReportReader): Outcome | undefined {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

export function addCounts(all: Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** The one line for people and machines: `12 passed, 0 failed`, with `, 1 skipped` if any were. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
