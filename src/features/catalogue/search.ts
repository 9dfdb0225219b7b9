/*
 * What a buyer typed as what full-text search takes. Texts and questions are brought to the same plain words first:
 * "600W", "600 W" and "600-w" are all `600 w`.
 */

import { inBanglaDigits, withAsciiDigits } from '#shared/text.ts'

/** One thing asked for. Every one of them must be found. */
export type SearchTerm = {
  /** For to_tsquery: the term and what means the same. */
  query: string
  /** The word, if it is one that may be misspelt. */
  word: string | undefined
}

/** Words that mean the same to a buyer. In the singular; each line works in every direction. */
const synonyms = [
  ['psu', 'power supply'],
  ['charger', 'adapter', 'brick'],
  ['fan', 'cooling'],
  ['heatsink', 'cooler'],
  ['case', 'chassis', 'enclosure'],
]

/**
 * A unit belongs to the number before it, however it is written. Full-text search takes "a" for an article and passes it
 * over. A Map, since what is looked up is any word at all: an object has a `constructor` too.
 */
const units: ReadonlyMap<string, readonly string[]> = new Map([
  ['w', ['w', 'watt']],
  ['watt', ['w', 'watt']],
  ['v', ['v', 'volt']],
  ['volt', ['v', 'volt']],
  ['a', ['a']],
  ['amp', ['a']],
  ['mm', ['mm']],
  ['m', ['m']],
  ['rpm', ['rpm']],
])

/** Shorter words have too many neighbours for a guess. */
const shortestGuess = 4
/** Shorter words begin too many others to stand for them. */
const shortestStem = 3
const longestSynonym = 2

/** Blanks and signs of ASCII, as a pattern that JavaScript and PostgreSQL read alike. */
export const signs = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+`
const everySign = new RegExp(signs, 'g')

/** A part number, or a name, as it is compared: "WW-PS 850m" is "wwps850m". */
export const keyOf = (text: string): string =>
  withAsciiDigits(text.normalize('NFKC')).toLowerCase().replaceAll(everySign, '')

/**
 * A part with the hyphens of a keyboard alone, and without what cannot be seen: as it is copied from a PDF or a word
 * processor it has others, and marks that join and turn text.
 */
export const asOnKeyboard = (part: string): string =>
  part.replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Pd}\u2212]/gu, '-')

/**
 * What a part is looked up by: as a keyboard writes it, and as it was written, since names and what was remembered
 * before may have such characters themselves, as Bangla has joiners.
 */
export const keysOf = (part: string): [key: string, ...asWritten: string[]] => {
  const [key, asWritten] = [keyOf(asOnKeyboard(part)), keyOf(part)]
  return key === asWritten ? [key] : [key, asWritten]
}

/**
 * From a text in lower case to plain words: ASCII punctuation becomes a space, figures part from letters. Patterns that
 * JavaScript and PostgreSQL read alike; `to` is as PostgreSQL writes it.
 */
export const plainSteps = [
  { from: signs, to: ' ' },
  { from: '([0-9])([a-z])', to: String.raw`\1 \2` },
  { from: '([a-z])([0-9])', to: String.raw`\1 \2` },
]

/** The plain words of a text, as the database keeps them. */
export function plainText(text: string): string {
  return plainSteps
    .reduce(
      (plain, { from, to }) => plain.replaceAll(new RegExp(from, 'g'), to.replaceAll('\\', '$')),
      text.toLowerCase(),
    )
    .trim()
}

/** The terms of a question; none when it has no word at all. Figures in Bangla are those, and what is written with them. */
export function searchTerms(question: string): SearchTerm[] {
  const ascii = withAsciiDigits(question)
  const terms = plainTerms(ascii)
  return ascii === question ? terms : terms.map(({ query, word }) => ({ query: alsoInBangla(query), word }))
}

const alsoInBangla = (query: string): string =>
  query.replaceAll(/'(\d+)'/g, (_, figure: string) => `('${figure}' | '${inBanglaDigits(figure)}')`)

function plainTerms(question: string): SearchTerm[] {
  const phrases = withUnits(question.split(/\s+/).map((part) => plainText(part).split(' ').filter(Boolean)))
  const terms: SearchTerm[] = []
  for (let at = 0; at < phrases.length;) {
    // mutant(logic → phrases[at]): there is one at each place
    const { length, term } = knownTerm(phrases, at) ?? { length: 1, term: plainTerm(phrases[at] ?? []) }
    terms.push(term)
    at += length
  }
  return terms
}

/** "600 w" typed apart becomes one phrase. */
function withUnits(parts: string[][]): string[][] {
  const phrases: string[][] = []
  for (const part of parts) {
    const before = phrases.at(-1)
    const [only = '', ...more] = part
    const isUnit = more.length === 0 && units.has(singular(only))
    // mutant(logic → before.at(-1)): a phrase has a word
    if (isUnit && before && /^\d+$/.test(before.at(-1) ?? '')) before.push(only)
    else if (part.length > 0) phrases.push(part)
  }
  return phrases
}

/** The longest run of phrases from `at` that has synonyms. */
function knownTerm(phrases: string[][], at: number): { length: number; term: SearchTerm } | undefined {
  // mutant(comparison → length >= 0): nothing is no synonym
  for (let length = longestSynonym; length > 0; length--) {
    const typed = phrases.slice(at, at + length).flat()
    const group = synonyms.find((names) => names.includes(typed.map(singular).join(' ')))
    if (group)
      return { length, term: { query: group.map((name) => phraseQuery(name.split(' '))).join(' | '), word: undefined } }
  }
  return undefined
}

/** Figures are never guessed: 600 is not nearly 650. */
function plainTerm(phrase: string[]): SearchTerm {
  const [word = '', ...more] = phrase
  const guessable = more.length === 0 && word.length >= shortestGuess && !/\d/.test(word)
  return { query: phraseQuery(phrase), word: guessable ? word : undefined }
}

/** Words that follow each other; the last may go on. Quoted, so that to_tsquery reads no operator in them. */
function phraseQuery(words: string[]): string {
  const parts = words.map((word, index) => {
    const same = index > 0 ? units.get(singular(word)) : undefined
    if (same) return `(${same.map((unit) => `'${unit}'`).join(' | ')})`
    const goesOn = index === words.length - 1 && word.length >= shortestStem && !/\d/.test(word)
    return goesOn ? `'${word}':*` : `'${word}'`
  })
  return `(${parts.join(' <-> ')})`
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/([^is])s$/, '$1')
