import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { findMutants, type Mutant } from './find.ts'
import { instrument } from './instrument.ts'
import { report } from './report.ts'
import { sqlMistakes } from './sql.ts'

const labels = (source: string): string[] => findMutants('a.ts', source).map(({ label }) => label)

/** What a piece of code returns without a mutant, then with each of its mutants on. */
function resultsOf(source: string, ...input: unknown[]): unknown[] {
  const mutants = findMutants('a.ts', source).map((mutant, id) => ({ ...mutant, id }))
  const code = instrument(source, mutants)
  return [-1, ...mutants.map(({ id }) => id)].map((on) => {
    // oxlint-disable-next-line no-new-func -- The instrumented code is what is tested.
    const make = new Function('$m', `${code}; return f`) as (
      isOn: (id: number) => boolean,
    ) => (...given: unknown[]) => unknown
    try {
      return make((id) => id === on)(...input)
    } catch {
      return 'it throws'
    }
  })
}

describe('mutants', () => {
  test('of a condition cover always, never, the boundary, and each part by itself', () => {
    expect(labels('const f = (a, b) => (a > 1 && b ? "yes" : "no")')).toEqual([
      expect.stringMatching(/^result/),
      'condition: a > 1 && b → true',
      'condition: a > 1 && b → false',
      'logic: a > 1 && b → a > 1',
      'logic: a > 1 && b → b',
      'comparison: a > 1 → a >= 1',
      'number: 1 → 2',
      'word: "yes" → \'mutant\'',
      'word: "no" → \'mutant\'',
    ])
  })

  test('of a query cover its operators, its conjuncts and its steps', () => {
    expect(labels('const q = () => db.select().from(t).where(and(gt(t.a, b), isNull(t.c))).orderBy(asc(t.a))')).toEqual(
      [
        expect.stringMatching(/^result/),
        expect.stringMatching(/^without .orderBy/),
        expect.stringMatching(/^without .where/),
        expect.stringContaining('left out: gt(t.a, b) → undefined'),
        expect.stringContaining('left out: isNull(t.c) → undefined'),
        expect.stringContaining('gt → $m.drizzle.gte'),
        expect.stringContaining('isNull → $m.drizzle.isNotNull'),
        expect.stringContaining('asc → $m.drizzle.desc'),
      ],
    )
  })

  test('of SQL cover signs, words and numbers, one at a time', () => {
    const text = 'where a <= 7 and b is null and c between 1 and d order by e desc'
    const changed = sqlMistakes(text).map(({ start, end, text: became }) => `${text.slice(start, end)} → ${became}`)
    expect(changed).toEqual(['<= → <', '7 → 8', 'and → or', 'is null → is not null', 'and → or', '1 → 2', 'desc → asc'])
  })

  test('are not made of sentences, types, statements or logging', () => {
    expect(
      labels(
        `import { a } from 'b'; type T = 'x' | 1; const s = 'A sentence, for people.'; const q = d.prepare('statement'); log.warn('word', { a: 1 })`,
      ),
    ).toEqual([])
  })

  test('can be explained by a comment, for a whole line or for one kind', () => {
    const source = `// mutant: nobody sees it\nconst a = 1\nconst b = c > 2 // mutant(comparison → c >= 2, word): the same at 2`
    const found = findMutants('a.ts', source).map(({ label, ignored }) => [label, ignored])
    expect(found).toEqual([
      ['number: 1 → 2', 'nobody sees it'],
      ['comparison: c > 2 → c >= 2', 'the same at 2'],
      ['comparison: c > 2 → c <= 2', undefined],
      ['number: 2 → 3', undefined],
    ])
  })

  test('keep their names when something else in the file changes', () => {
    const f = 'function f(a) { return a + 1 }'
    const names = (source: string) => findMutants('a.ts', source).map(({ key }) => key)
    expect(names(`const before = [2]\n${f}`)).toEqual(expect.arrayContaining(names(f)))
    expect(names(f.replace('1', '3')).filter((name) => names(f).includes(name))).toEqual([])
  })
})

describe('a module with its mutants inside', () => {
  test('behaves as before while none is on, and as each one says while that is on', () => {
    expect(resultsOf('const f = (a) => a < 3 || a === 5', 3)).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
      true,
      false,
    ])
    expect(resultsOf('const f = (a) => { let b = 1; b += a?.c ?? 4; return b }', { c: 2 })).toEqual(
      expect.arrayContaining([3, undefined, 1, 4, 5]),
    )
  })

  test('keeps each else with its if', () => {
    const source = 'function f(a) { let b = 1; if (a) b = 2; else b = 3; return b }'
    expect([resultsOf(source, true)[0], resultsOf(source, false)[0]]).toEqual([2, 3])
  })

  test('ends an optional chain where it ended before', () => {
    const source = 'const f = (a) => a?.trim().toLowerCase()'
    expect(resultsOf(source, undefined)).toEqual([undefined, undefined, 'it throws', undefined, undefined])
    expect(resultsOf(source, ' A ')).toEqual(['a', undefined, 'a', 'A', ' a '])
  })

  test('is valid code for every source file', () => {
    for (const file of globSync('src/{features,platform}/**/*.ts')) {
      const source = readFileSync(file, 'utf8')
      const mutants = findMutants(file, source).map((mutant, id) => ({ ...mutant, id }))
      expect(parseSync(file, instrument(source, mutants), { lang: 'ts' }).errors, file).toEqual([])
    }
  })

  test('keeps its number of lines', () => {
    const source = 'function f(a) {\n  g(a)\n  if (a) return [a]\n\n  return h?.(a)\n}\nfunction g() {}\nlet h'
    const mutants = findMutants('a.ts', source).map((mutant, id) => ({ ...mutant, id }))
    expect(instrument(source, mutants).split('\n')).toHaveLength(source.split('\n').length)
  })
})

test('the report lists undetected mutants, and scores each folder and the total', () => {
  const mutant: Mutant = {
    key: '',
    file: 'src/a/b.ts',
    line: 7,
    start: 0,
    end: 0,
    how: 'replace',
    text: '',
    label: 'x → y',
  }
  const other = { ...mutant, file: 'src/c/d.ts' }
  const text = report([
    { mutant, status: 'killed' },
    { mutant, status: 'survived' },
    { mutant: other, status: 'timeout' },
    { mutant: other, status: 'unreached' },
    { mutant: other, status: 'ignored' },
  ])
  expect(text).toContain('src/a/b.ts:7  x → y\nsrc/c/d.ts:7  (no test) x → y\n')
  expect(text).toContain('50.0 %  1 of 2  src/c (1 by timeout, 1 explained)')
  expect(text).toContain('50.0 %  2 of 4  All')
})
