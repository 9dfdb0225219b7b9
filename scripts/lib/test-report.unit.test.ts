import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addCounts,
  countsLine,
  outcomeOf,
  readPlaywrightReport,
  readVitestReport,
  type ReportReader,
} from './test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reportFile(report: object): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(report))
  return path
}

const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
const passing = { name: 'a.test.ts', status: 'passed', assertionResults: [passed] }
const broken = { name: 'b.test.ts', status: 'failed', message: 'no such module\n    at …', assertionResults: [] }
const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [passing] }
const playwright = { errors: [], stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 1 }, suites: [] }

const countRun = (path: string, exitCode: number | null, read: ReportReader) => outcomeOf(path, exitCode, read).counts

describe('the counts of a run', () => {
  it('come from the Vitest report', () => {
    expect(countRun(reportFile(vitest), 0, readVitestReport)).toEqual({ passed: 3, failed: 0, skipped: 2 })
  })
  it('include a Vitest file that broke outside its tests as failed', () => {
    const report = { ...vitest, testResults: [passing, broken] }
    expect(countRun(reportFile(report), 1, readVitestReport)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })
  it('come from the Playwright report, with flaky tests as passed', () => {
    expect(countRun(reportFile(playwright), 1, readPlaywrightReport)).toEqual({ passed: 6, failed: 1, skipped: 1 })
  })
  it('include a Playwright error outside all tests as failed', () => {
    const report = { ...playwright, errors: [{}], stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }
    expect(countRun(reportFile(report), 1, readPlaywrightReport)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
  it('are one failure for a run without a report or with an invalid one', () => {
    const nothing = { passed: 0, failed: 1, skipped: 0 }
    expect(countRun(join(folder, 'none.json'), 0, readVitestReport)).toEqual(nothing)
    expect(countRun(reportFile({}), 0, readVitestReport)).toEqual(nothing)
  })
  it('include one failure for a run that failed although no test did', () => {
    expect(countRun(reportFile(vitest), 1, readVitestReport).failed).toBe(1)
    expect(countRun(reportFile(vitest), null, readVitestReport).failed).toBe(1)
  })
})

describe('the remarks of a run', () => {
  it('name failed and flaky tests in Vitest', () => {
    const failed = { fullName: 'sub tracts', status: 'failed', failureMessages: ['1 is not 2\n    at …', 'again'] }
    const flaky = { fullName: 'divides', status: 'passed', failureMessages: ['too late'] }
    const skipped = { fullName: 'roots', status: 'skipped', failureMessages: [] }
    const tried = { name: join(process.cwd(), 'src/c.test.ts'), status: 'failed', assertionResults: [failed, flaky] }
    const left = { ...passing, assertionResults: [passed, skipped] }
    const report = { ...vitest, testResults: [left, broken, tried] }
    expect(outcomeOf(reportFile(report), 1, readVitestReport).remarks).toEqual([
      'Failed: b.test.ts: no such module',
      'Failed: src/c.test.ts › sub tracts: 1 is not 2',
      'Passed when tried again: src/c.test.ts › divides: too late',
    ])
  })
  it('name failed and flaky tests in Playwright, at any depth', () => {
    const spec = (title: string, status: string, ...messages: string[]) => {
      const results = [...messages.map((message) => ({ error: { message } })), {}]
      return { title, file: 'e2e/a.spec.ts', tests: [{ status, results }] }
    }
    const inner = { specs: [spec('pays', 'unexpected', 'no button\n  call log', 'no button')] }
    const outer = { specs: [spec('orders', 'expected'), spec('looks', 'flaky', 'not seen')], suites: [inner] }
    const report = { ...playwright, errors: [{ message: 'no server' }], suites: [outer] }
    expect(outcomeOf(reportFile(report), 1, readPlaywrightReport).remarks).toEqual([
      'Failed: outside the tests: no server',
      'Passed when tried again: e2e/a.spec.ts › looks: not seen',
      'Failed: e2e/a.spec.ts › pays: no button',
    ])
  })
  it('say that a run left no report, or failed without a failed test', () => {
    expect(outcomeOf(join(folder, 'none.json'), 1, readVitestReport).remarks).toEqual([
      'Failed: the run left no report.',
    ])
    expect(outcomeOf(reportFile(vitest), 1, readVitestReport).remarks).toEqual([
      'Failed: the run ended with 1, though no test failed.',
    ])
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
