/**
 * Writes the site's fonts to src/web/fonts/: only the parts of the Fontsource packages that the pages use. Each Latin
 * family becomes two files: the letters that every page has, and those of the rest of western Europe, which a browser
 * fetches only for a page that has one. Bangla too is fetched only where it is used, one file per weight; the phrase on
 * most pages has its own file. Run it when that phrase, a weight or a package changes, and commit what it wrote.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { site } from '#content/site.ts'

type Family = { name: string; source: string; axes: Parameters<typeof subsetFont>[2]['variationAxes'] }

const folder = join(import.meta.dirname, '..', 'src', 'web', 'fonts')

/** The same ranges as in styles/fonts.css. */
const basic = lettersOf(
  'U+0020-007E, U+00A0, U+00A9, U+00B0, U+00B2-00B3, U+00B7, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+20AC, U+2212',
)
const western = lettersOf(
  'U+00A1-00A8, U+00AA-00AF, U+00B1, U+00B4-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+201A, U+201E, U+2020, U+2022, U+2039-203A, U+2044, U+2122',
)

/** Kerning, marks, ligatures and tabular figures: the unused alternates are half of a font. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum', 'lnum']

const latin: Family[] = [
  {
    name: 'anek-latin',
    source: import.meta.resolve('@fontsource-variable/anek-latin/files/anek-latin-latin-standard-normal.woff2'),
    axes: { wght: 600, wdth: 110 },
  },
  {
    name: 'instrument-sans',
    source: import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
    axes: { wght: { min: 400, max: 600 } },
  },
  {
    name: 'martian-mono',
    source: import.meta.resolve('@fontsource-variable/martian-mono/files/martian-mono-latin-standard-normal.woff2'),
    axes: { wght: 400, wdth: 82 },
  },
]
/** One weight of Bangla: decision 26 says why not one variable font. */
const bangla = (weight: number): Family => ({
  name: 'anek-bangla',
  source: import.meta.resolve('@fontsource-variable/anek-bangla/files/anek-bangla-bengali-wght-normal.woff2'),
  axes: { wght: weight },
})
const banglaLetters = lettersOf('U+0964-0965, U+0980-09FE, U+200C-200D, U+25CC')

for (const family of latin) {
  await write(family, family.name, basic, features)
  await write(family, `${family.name}-western`, western, features)
}
// Bangla needs the features to join and reorder its letters: it keeps all of them.
// A little heavier than the nominal weight, so that it looks as dark as the Latin beside it.
await write(bangla(440), 'anek-bangla', banglaLetters)
await write(bangla(600), 'anek-bangla-semibold', banglaLetters)
await write(bangla(600), 'anek-bangla-phrase', site.madeIn)

async function write({ name, source, axes }: Family, file: string, text: string, keepFeatures?: string[]) {
  const path = fileURLToPath(source)
  const options = {
    targetFormat: 'woff2',
    variationAxes: axes,
    noHinting: true,
    ...(keepFeatures && { keepFeatures }),
  } as const
  const font = await subsetFont(readFileSync(path), text, options)
  writeFileSync(join(folder, `${file}.woff2`), font)
  copyFileSync(join(dirname(path), '..', 'LICENSE'), join(folder, `${name}.LICENSE.txt`))
  console.log(`${file}.woff2: ${(font.length / 1000).toFixed(1)} KB`)
}

/** The letters of a unicode-range. */
function lettersOf(ranges: string): string {
  return ranges
    .split(', ')
    .map((range) => {
      const [first = 0, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n))
    })
    .join('')
}
