import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { site } from '#content/site.ts'

const styles = readFileSync(join(import.meta.dirname, 'styles', 'fonts.css'), 'utf8')

/** The characters covered by a family's faces, according to their ranges in styles/fonts.css. */
function charactersOf(family: string): string[] {
  const faces = styles.split('@font-face').filter((face) => face.includes(`font-family: '${family}'`))
  const ranges = faces.flatMap((face) => [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)])
  return ranges.flatMap(([, first = '', last = first]) => {
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n))
  })
}

test('the font of the phrase covers its characters and no others', () => {
  expect(charactersOf('Anek Bangla Phrase').toSorted()).toEqual([...new Set(site.madeIn)].toSorted())
})

test('the Bangla fonts cover no Latin letters, digits, spaces or emoji joiners', () => {
  const characters = charactersOf('Anek Bangla')
  expect(characters).toContain('ক')
  expect(characters.filter((each) => /[\s\p{Script=Latin}\p{Cf}0-9]/u.test(each))).toEqual([])
})
