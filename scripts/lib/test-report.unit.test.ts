import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addCounts, countRun, countsLine, readPlaywrightReport, readVitestReport } from './test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reportFile(report: object): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(report))
  return path
}

const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] }
const broken = { status: 'failed', assertionResults: [] }
const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [passing] }
const playwright = { errors: [], stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 1 } }

describe('the counts of a run', () => {
  it('are those of Vitest', () => {
    expect(countRun(reportFile(vitest), 0, readVitestReport)).toEqual({ passed: 3, failed: 0, skipped: 2 })
  })
  it('hold a file that broke outside its tests as failed', () => {
    const report = { ...vitest, testResults: [passing, broken] }
    expect(countRun(reportFile(report), 1, readVitestReport)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })
  it('are those of Playwright, a flaky test among the passed', () => {
    expect(countRun(reportFile(playwright), 1, readPlaywrightReport)).toEqual({ passed: 6, failed: 1, skipped: 1 })
  })
  it('hold an error outside all tests as failed', () => {
    const report = { ...playwright, errors: [{}], stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }
    expect(countRun(reportFile(report), 1, readPlaywrightReport)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
  it('are one failed for a run that left no report, or another one', () => {
    const nothing = { passed: 0, failed: 1, skipped: 0 }
    expect(countRun(join(folder, 'none.json'), 0, readVitestReport)).toEqual(nothing)
    expect(countRun(reportFile({}), 0, readVitestReport)).toEqual(nothing)
  })
  it('are one failed more for a run that failed though no test did', () => {
    expect(countRun(reportFile(vitest), 1, readVitestReport).failed).toBe(1)
    expect(countRun(reportFile(vitest), null, readVitestReport).failed).toBe(1)
  })
})

it('sums and prints counts', () => {
  const sum = addCounts([
    { passed: 1, failed: 0, skipped: 2 },
    { passed: 3, failed: 1, skipped: 0 },
  ])
  expect(countsLine(sum)).toBe('4 passed, 1 failed, 2 skipped')
  expect(countsLine({ passed: 4, failed: 0, skipped: 0 })).toBe('4 passed, 0 failed')
})
