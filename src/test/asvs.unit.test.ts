import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8')

/** How many lines of levels 1 and 2 each section of ASVS 5.0.0 has: they come first, those of level 3 after them or not at all. */
const sections: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
}
/** The lines of level 1 in sections that have others too: the rest of those above are level 2. */
const first = new Set(
  `1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2 6.1.1 6.2.1-8
  6.3.1-2 6.4.1-2 7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1
  14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`
    .split(/\s+/)
    .flatMap((span) => {
      const [, section = '', from = '', to = from] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(span) ?? []
      return numbers(Number(from), Number(to)).map((n) => `${section}.${n}`)
    }),
)

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

const rows = text
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every requirement of levels 1 and 2 is listed once, in order and with its level', () => {
  const lines = Object.entries(sections).flatMap(([section, count]) => numbers(1, count).map((n) => `${section}.${n}`))
  expect(lines).toHaveLength(253)
  expect(first.size).toBe(70)
  expect(rows.map(([, line, level]) => `${line} ${level}`)).toEqual(
    lines.map((line) => `${line} ${first.has(line) ? 1 : 2}`),
  )
})

test('every requirement has a description, and a file, a link or a reason as its evidence', () => {
  for (const [, line = '', , what = '', evidence = ''] of rows) {
    expect(what.length, line).toBeGreaterThan(3)
    // A file, a link, the reason why not, or the line that covers it.
    const answer = /`[\w./-]+\.\w+`|\]\(|\b(?:Not applicable|Accepted)[: ] ?\w|\b[Aa]s \d+\.\d+\.\d+/
    expect(evidence, line).toMatch(answer)
  }
})

test('every named file exists, and every link leads somewhere', () => {
  const files = [...text.matchAll(/`((?:src|e2e|scripts|docs)\/[^`]+)`/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(200)
  for (const path of files) expect(existsSync(join(root, path)), path).toBe(true)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('https:'))
  const headings = new Set(
    [...text.matchAll(/^## (.+)$/gm)].map(([, name = '']) => `#${name.toLowerCase().replaceAll(' ', '-')}`),
  )
  for (const link of links) expect(headings.has(link) || existsSync(join(root, 'docs', link)), link).toBe(true)
})
