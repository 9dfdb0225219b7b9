import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** A sentence of the specification, the files that implement it, and the titles of the tests that prove it. */
type Row = { sentence: string; paths: string[]; proofs: { file: string; title: string }[] }

/**
 * SHA-256 of the specification as it was given, without white space and without the characters that Markdown writes
 * differently: hashes, bars, points between cells, hyphens and backslashes.
 */
const specificationDigest = '50d1b03560ef31b6903026d2f5509c9d5ad3242bb768bc3faf7d148cf5fa1dfc'

const root = join(import.meta.dirname, '../..')
const lines = readFileSync(join(root, 'docs', 'specification.md'), 'utf8').split('\n')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const isTable = (line: string) => line.startsWith('|') && !line.startsWith('|---')
const isHead = (line: string) => line.endsWith('| Where it lives | What proves it |')
const rows = lines.filter((line) => isTable(line) && !isHead(line)).map(rowOf)

/** The specification's own words in order: headings, heads of its own tables, and the first cell of each row. */
function quotedText(): string {
  const quoted = lines.filter((line) => line.startsWith('#') || isTable(line))
  const texts = quoted.map((line) => (isTable(line) ? cellsOf(line)[0] : line))
  return texts.filter((text) => text !== 'Sentence').join('')
}

function rowOf(line: string): Row {
  const [sentence = '', where = '', proofs = ''] = cellsOf(line)
  const [paths = ''] = where.split(':')
  return {
    sentence,
    paths: [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    proofs: proofs.split('<br>').map((proof) => {
      const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(proof) ?? []
      return { file, title }
    }),
  }
}

/** The titles of a test file's groups, and of its tests and their steps, as written in its source. */
function titlesIn(source: string): { groups: string[]; tests: string[] } {
  const call = (name: string) =>
    new RegExp(String.raw`${name}\(\s*(['"\`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\s*)?\(`, 'g')
  const titles = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, , title = '']) => title.replaceAll('\\', ''))
  return { groups: titles(call('describe')), tests: titles(call(String.raw`(?:\b(?:test|it|step)|\))`)) }
}

/** The false claims of a row. */
function faultsOf({ sentence, paths, proofs }: Row): string[] {
  const faults = paths.filter((path) => !existsSync(join(root, path))).map((path) => `no file ${path}`)
  if (paths.length === 0) faults.push('no place')
  for (const { file, title } of proofs) {
    if (!/\.(test|spec)\.ts$/.test(file) || !existsSync(join(root, file))) {
      faults.push(`no test file "${file}"`)
      continue
    }
    const { groups, tests } = titlesIn(readFileSync(join(root, file), 'utf8'))
    const [innermost = '', ...outer] = title.split(' › ').toReversed()
    if (!tests.includes(innermost) || !outer.every((group) => groups.includes(group))) {
      faults.push(`no test "${title}" in ${file}`)
    }
  }
  return faults.map((fault) => `${sentence}: ${fault}`)
}

describe('docs/specification.md', () => {
  test('holds the whole specification, word for word', () => {
    const text = quotedText().replaceAll(/[\s|·\\#-]/g, '')
    expect(createHash('sha256').update(text).digest('hex')).toBe(specificationDigest)
  })

  test('names files that exist and tests that exist, for each sentence', () => {
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.flatMap(faultsOf)).toEqual([])
  })

  test('would not pass with a file or a test that does not exist', () => {
    const file = 'src/test/specification.unit.test.ts'
    const own = { file, title: 'docs/specification.md › holds the whole specification, word for word' }
    const row = { sentence: 'It works.', paths: [file], proofs: [own] }
    expect(faultsOf(row)).toEqual([])
    expect(faultsOf({ ...row, paths: [] })).toEqual(['It works.: no place'])
    expect(faultsOf({ ...row, paths: ['src/none.ts'] })).toEqual(['It works.: no file src/none.ts'])
    expect(faultsOf(rowOf('| It works. | `src` |  |'))).toEqual(['It works.: no test file ""'])
    for (const title of ['holds the whole', `nowhere › ${own.title}`, 'docs/specification.md']) {
      expect(faultsOf({ ...row, proofs: [{ file, title }] })).toEqual([`It works.: no test "${title}" in ${file}`])
    }
  })
})
