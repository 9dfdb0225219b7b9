import type { FontFile } from './fonts.ts'

export type Run = { font: string; text: string }

/** Splits a text into runs that one font each can draw. */
export function runsOf(text: string, fonts: readonly FontFile[]): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // A space is drawn in the font of the word before it, so that it splits no run.
    const font = character === ' ' && last ? last.font : (fonts.find(({ covers }) => covers(point))?.name ?? '')
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

const graphemes = new Intl.Segmenter('en')
/** A picture or an invisible character: a text says the same without it. */
const omissible =
  /^[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}]/u

/**
 * The text without what no font has a glyph for, as archival documents may not show the fonts' empty box (ISO 19005-3, 6.2.11.8):
 * pictures are left out, and letters of other scripts become the sign for a character that cannot be shown.
 */
export function drawable(text: string, fonts: readonly FontFile[]): string {
  const isDrawn = (character: string) => {
    const point = character.codePointAt(0) ?? 0
    return character === '\n' || fonts.some(({ covers }) => covers(point))
  }
  if ([...text].every(isDrawn)) return text
  const parts = Array.from(graphemes.segment(text), ({ segment }) => {
    if ([...segment].every(isDrawn)) return segment
    if (/^\s/.test(segment)) return ' '
    if (omissible.test(segment)) return ''
    return isDrawn(segment) ? [...segment].filter(isDrawn).join('') : '\ufffd'
  })
  return parts.join('').replaceAll(/ {2,}/g, ' ').replaceAll(/^ | $/gm, '')
}

/**
 * Wraps a text into lines no wider than `most`; a word that is wider by itself is broken where it has to be.
 * @param widthOf the width of a text, in the unit of `most`.
 */
export function linesOf(text: string, most: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/ +/).flatMap((each) => piecesOf(each, most, widthOf))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && widthOf(longer) > most) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

function piecesOf(word: string, most: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= most) return [word]
  const pieces = ['']
  // Marks stay with the letter that they belong to.
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${pieces.at(-1) ?? ''}${segment}`
    if (pieces.at(-1) === '' || widthOf(longer) <= most) pieces[pieces.length - 1] = longer
    else pieces.push(segment)
  }
  return pieces
}
