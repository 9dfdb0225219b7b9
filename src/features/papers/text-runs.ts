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
  for (const { segment } of new Intl.Segmenter('en').segment(word)) {
    const longer = `${pieces.at(-1) ?? ''}${segment}`
    if (pieces.at(-1) === '' || widthOf(longer) <= most) pieces[pieces.length - 1] = longer
    else pieces.push(segment)
  }
  return pieces
}
