import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { OpenFont } from 'fontkit'

export type Weight = 'regular' | 'semibold'
/** A font of a weight. Of several, the first that covers a character draws it. */
export type FontFile = { name: string; font: OpenFont; covers: (codePoint: number) => boolean }
export type Fonts = Readonly<Record<Weight, readonly FontFile[]>>

const require = createRequire(import.meta.url)
const weights: Readonly<Record<Weight, string>> = { regular: '400Regular', semibold: '600SemiBold' }
const ofTheSite = (folder: string, family: string, weight: Weight) =>
  `@expo-google-fonts/${folder}/${weights[weight]}/${family}_${weights[weight]}.ttf`
/** A plain font of many scripts, for what the site's fonts lack, such as Greek, Cyrillic, Ω, ≥. */
const ofManyScripts: Readonly<Record<Weight, string>> = { regular: 'DejaVuSans', semibold: 'DejaVuSans-Bold' }

/** Bangla letters, and the joiners between them. */
const isBangla = (point: number) => (point >= 0x0980 && point <= 0x09ff) || point === 0x200c || point === 0x200d

let loading: Promise<Fonts> | undefined

/** The site's complete fonts, of which papers embed what they need. Opened once, as their tables cost more than a paper. */
export function loadFonts(): Promise<Fonts> {
  loading ??= read()
  return loading
}

async function read(): Promise<Fonts> {
  const [regular, semibold] = await Promise.all([readWeight('regular'), readWeight('semibold')])
  return { regular, semibold }
}

async function readWeight(weight: Weight): Promise<FontFile[]> {
  const [bangla, latin, others] = await Promise.all([
    openFont(`anek-bangla-${weight}`, ofTheSite('anek-bangla', 'AnekBangla', weight)),
    openFont(`instrument-sans-${weight}`, ofTheSite('instrument-sans', 'InstrumentSans', weight)),
    openFont(`dejavu-sans-${weight}`, `dejavu-fonts-ttf/ttf/${ofManyScripts[weight]}.ttf`),
  ])
  return [
    { ...bangla, covers: isBangla },
    { ...latin, covers: (point) => latin.font.hasGlyphForCodePoint(point) },
    // The Bangla font has signs that the Latin one lacks: ±, µ, ², ½, ₹.
    { ...bangla, covers: (point) => bangla.font.hasGlyphForCodePoint(point) },
    { ...others, covers: (point) => others.font.hasGlyphForCodePoint(point) },
  ]
}

/** Opens a TrueType file: a compressed font would have to be unpacked again. */
async function openFont(name: string, path: string): Promise<Omit<FontFile, 'covers'>> {
  // Only drawing needs the library, so startup does not wait for it.
  const { create } = await import('fontkit')
  return { name, font: create(await readFile(require.resolve(path))) }
}

/**
 * A font for one document: it shares its tables with all documents, but not its glyphs. A glyph keeps the characters that it was
 * first drawn for, and the document gives those as its text: é as one character, or as e with an accent.
 */
export const forOneDocument = (font: OpenFont): OpenFont => Object.create(font, { _glyphs: { value: {} } }) as OpenFont
