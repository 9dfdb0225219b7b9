/** The message for a text that cannot be stored. */
export const unstorable = 'A text has a character that cannot be stored: U+0000, or half a character.'

/**
 * Whether the database can store every text in a value: PostgreSQL has no U+0000, and UTF-8 no unpaired surrogates.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member))
}

/**
 * Control characters, line breaks, unpaired surrogates, what XML cannot hold, and format characters that reverse or hide the
 * text around them (Unicode TR36, 2.1). Not the two joiners, which Bangla is written with.
 */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]|(?![\u200c\u200d])\p{Cf}/u

/** A character that is seen: no space, joiner or Hangul filler (Default_Ignorable_Code_Point, UAX 44), and no empty Braille cell. */
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text is one line of visible characters, as a name is, or empty. */
export const isPlainLine = (text: string): boolean => !hidden.test(text) && (text === '' || seen.test(text))

/** Everything that XML 1.0 cannot hold (its production Char): below the space it allows only tabs and line breaks. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Whether XML can hold a text of one or more lines. */
export const isXmlText = (text: string): boolean => !notXml.test(text)

/** The text as XML can hold it: other characters become spaces. */
export const xmlText = (text: string): string => text.replaceAll(new RegExp(notXml, 'gu'), ' ').trim()

/** A digit of any supported script, as a pattern's text. */
export const anyDigit = '[0-9\u09e6-\u09ef\u0966-\u096f\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]'
const foreignDigit = new RegExp(anyDigit.replace('0-9', ''), 'g')

/** The first digit of each script that people order with: Bangla, Devanagari, two kinds of Arabic, full width. */
const zeros = ['\u09e6', '\u0966', '\u0660', '\u06f0', '\uff10'].map((zero) => zero.charCodeAt(0))

/** The same number in ASCII digits: \u09e6\u09e7 is 01. */
export const withAsciiDigits = (text: string): string =>
  text.replaceAll(foreignDigit, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code))
  })

/** The same number in Bangla digits. */
export const inBanglaDigits = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)))

/** The text as one line: invisible characters become spaces, and runs of spaces become one. */
export const plainLine = (text: string): string =>
  text.replaceAll(new RegExp(hidden, 'gu'), ' ').replaceAll(/ {2,}/g, ' ').trim()
