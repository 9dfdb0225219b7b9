import { readFileSync } from 'node:fs'
import { z } from 'zod'

export type Counts = { passed: number; failed: number; skipped: number }

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

const PlaywrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

export type ReportReader = (report: unknown) => Counts

/** Vitest's JSON report. A file that failed outside its tests, while loading or in a hook, counts as one failed. */
export const readVitestReport: ReportReader = (report) => {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = VitestReport.parse(report)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** Playwright's JSON report. A test that passed only when tried again counts as passed; Playwright names it flaky. */
export const readPlaywrightReport: ReportReader = (report) => {
  const { errors, stats } = PlaywrightReport.parse(report)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped }
}

/**
 * The counts of a run that wrote its report to `path` and ended with `exitCode`. A run that left no report, or failed
 * though its report says otherwise, counts as one more failed test: nothing that went wrong adds up to a pass.
 */
export function countRun(path: string, exitCode: number | null, read: ReportReader): Counts {
  const counts = readCounts(path, read)
  if (!counts) return { passed: 0, failed: 1, skipped: 0 }
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readCounts(path: string, read: ReportReader): Counts | undefined {
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

/** The one line that people and machines read: `12 passed, 0 failed`, and `, 1 skipped` where any was. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
