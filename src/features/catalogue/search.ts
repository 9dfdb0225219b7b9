/*
 * Turns what a buyer typed into a full-text query. Indexed text and queries are first reduced to the same plain words:
 * "600W", "600 W" and "600-w" all become `600 w`.
 */

import { inBanglaDigits, withAsciiDigits } from '#shared/text.ts'

/** One search term. All terms must match. */
export type SearchTerm = {
  /** For to_tsquery: the term and its synonyms. */
  query: string
  /** The word, if it may be misspelt. */
  word: string | undefined
}

/** Synonyms, in the singular; each line works in every direction. In Bangla: the words that shops in Dhaka write. */
const synonyms = [
  ['psu', 'power supply', 'powersupply', 'পাওয়ার সাপ্লাই'],
  ['charger', 'adapter', 'brick', 'চার্জার', 'অ্যাডাপ্টার', 'এডাপ্টার'],
  ['fan', 'cooling', 'ফ্যান'],
  ['heatsink', 'cooler', 'কুলার'],
  ['case', 'casing', 'chassis', 'enclosure', 'কেস', 'কেসিং'],
].map((names) => names.map(composed))

/**
 * A unit belongs to the number before it, however it is written. Full-text search drops "a" as an article. A Map, since any
 * word at all is looked up here: an object also has a `constructor`.
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
  [composed('ওয়াট'), ['w', 'watt']],
  [composed('ভোল্ট'), ['v', 'volt']],
  [composed('মিমি'), ['mm']],
])

/** Shorter words are close to too many others to be guessed. */
const shortestGuess = 4
/** Shorter words are a prefix of too many others. */
const shortestStem = 3
const longestSynonym = 2

/** ASCII blanks and punctuation, as a pattern that JavaScript and PostgreSQL read alike. */
export const signs = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+`
const everySign = new RegExp(signs, 'g')

/** A part number or name in the form used for comparison: "WW-PS 850m" becomes "wwps850m". */
export const keyOf = (text: string): string =>
  withAsciiDigits(text.normalize('NFKC')).toLowerCase().replaceAll(everySign, '')

/**
 * A part number with plain keyboard hyphens and without invisible characters: text copied from a PDF or a word processor has
 * other hyphens, joiners and direction marks.
 */
export const asOnKeyboard = (part: string): string =>
  part.replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Pd}\u2212]/gu, '-')

/** The same as the database computes it of a stored name, whose digits and letters stay as they are. */
const storedKeyOf = (text: string): string => text.toLowerCase().replaceAll(everySign, '')

/**
 * The keys to look a part up by: as typed on a keyboard, and as written, since names and previously stored keys may contain
 * such characters themselves, such as the joiners and the digits of Bangla.
 */
export const keysOf = (part: string): [key: string, ...asWritten: string[]] => {
  const key = keyOf(asOnKeyboard(part))
  const others = new Set([keyOf(part), storedKeyOf(part)])
  others.delete(key)
  return [key, ...others]
}

/**
 * From lower-case text to plain words: ASCII punctuation becomes a space, digits are split from letters. The patterns mean
 * the same in JavaScript and PostgreSQL; `to` uses PostgreSQL's syntax.
 */
export const plainSteps = [
  { from: signs, to: ' ' },
  { from: '([0-9])([a-z])', to: String.raw`\1 \2` },
  { from: '([a-z])([0-9])', to: String.raw`\1 \2` },
]

/** The plain words of a text, as the database stores them. */
export function plainText(text: string): string {
  return plainSteps
    .reduce(
      (plain, { from, to }) => plain.replaceAll(new RegExp(from, 'g'), to.replaceAll('\\', '$')),
      text.toLowerCase(),
    )
    .trim()
}

/** The terms of a search; none when it has no word at all. Bangla digits also match ASCII digits. */
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
    // mutant(logic → phrases[at]): every index has a phrase
    const { length, term } = knownTerm(phrases, at) ?? { length: 1, term: plainTerm(phrases[at] ?? []) }
    terms.push(term)
    at += length
  }
  return terms
}

/** Joins "600 w", typed with a space, into one phrase. */
function withUnits(parts: string[][]): string[][] {
  const phrases: string[][] = []
  for (const part of parts) {
    const before = phrases.at(-1)
    const [only = '', ...more] = part
    const isUnit = more.length === 0 && units.has(dictionaryForm(only))
    // mutant(logic → before.at(-1)): a phrase has at least one word
    if (isUnit && before && /^\d+$/.test(before.at(-1) ?? '')) before.push(only)
    else if (part.length > 0) phrases.push(part)
  }
  return phrases
}

/** The longest run of phrases starting at `at` that has synonyms. */
function knownTerm(phrases: string[][], at: number): { length: number; term: SearchTerm } | undefined {
  // mutant(comparison → length >= 0): the empty string is no synonym
  for (let length = longestSynonym; length > 0; length--) {
    const typed = phrases.slice(at, at + length).flat()
    const group = synonyms.find((names) => names.includes(typed.map(dictionaryForm).join(' ')))
    if (group)
      return { length, term: { query: group.map((name) => phraseQuery(name.split(' '))).join(' | '), word: undefined } }
  }
  return undefined
}

/** Numbers are never guessed: 600 is not close to 650. */
function plainTerm(phrase: string[]): SearchTerm {
  const [word = '', ...more] = phrase
  const guessable = more.length === 0 && word.length >= shortestGuess && !/\d/.test(word)
  return { query: phraseQuery(phrase), word: guessable ? word : undefined }
}

/** Words in sequence; the last may be a prefix. Quoted, so that to_tsquery reads no operators in them. */
function phraseQuery(words: string[]): string {
  const parts = words.map((word, index) => {
    const same = index > 0 ? units.get(dictionaryForm(word)) : undefined
    if (same) return `(${same.map((unit) => `'${unit}'`).join(' | ')})`
    const goesOn = index === words.length - 1 && word.length >= shortestStem && !/\d/.test(word)
    return goesOn ? `'${word}':*` : `'${word}'`
  })
  return `(${parts.join(' <-> ')})`
}

/** Keyboards write the same letter of Bangla, such as য়, as one character or as two. */
function composed(text: string): string {
  return text.normalize('NFC')
}

const dictionaryForm = (word: string): string => composed(word.replace(/ies$/, 'y').replace(/([^is])s$/, '$1'))
