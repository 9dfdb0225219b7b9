import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
/** The rows of threats, without the heads of groups. */
const threats = (text.split('## Threats and what answers them')[1] ?? '')
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| [^*]/.test(line) && !line.startsWith('| Threat '))

test('each threat of docs/security.md has a test as its evidence', () => {
  expect(threats?.length).toBeGreaterThan(25)
  for (const line of threats ?? []) {
    const evidence = line.split('|')[3] ?? ''
    const tests = [...evidence.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(tests.length, line).toBeGreaterThan(0)
    for (const path of tests) expect(path.endsWith('.test.ts') && existsSync(join(root, path)), path).toBe(true)
  }
})

test('every known and unresolved point has a reason', () => {
  const known = (text.split('## Known, and left for now')[1] ?? '').split('\n').filter((line) => /^(\||-)/.test(line))
  expect(known.length).toBeGreaterThan(20)
  for (const line of known) {
    const [, what = '', reason = ''] = line.split('|').map((cell) => cell.trim())
    expect([what.length > 2, reason.length > 2], line).toEqual([true, true])
  }
})

test('its links lead to existing files', () => {
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(3)
  for (const path of links) expect(existsSync(join(root, 'docs', path)), path).toBe(true)
})
