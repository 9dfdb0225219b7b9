import { expect, test } from 'vitest'
import { isPlainLine, isStorable, isXmlText, plainLine, withAsciiDigits, xmlText } from './text.ts'

test.each([['ঢাকা 🏭'], [''], [7], [null], [undefined], [{ a: ['b', { c: 1 }] }]])('%j can be stored', (value) => {
  expect(isStorable(value)).toBe(true)
})

test.each([['a\u0000'], ['\ud800'], ['\udc00x'], [['\u0000']], [{ a: { b: '\ud83d' } }], [{ '\u0000': 1 }]])(
  '%j cannot be stored',
  (value) => {
    expect(isStorable(value)).toBe(false)
  },
)

test.each([['Nusrat Jahan'], ['শর্মিলা র‍্যাহমান'], ['Zoë O’Neill-Ng'], ['👩🏽‍🔧'], ['']])('%j is one readable line', (text) => {
  expect(isPlainLine(text)).toBe(true)
  expect(plainLine(text)).toBe(text)
})

const unseen = {
  'a line feed': '\n',
  'a carriage return': '\r',
  'a tab': '\t',
  'an escape character': '\u001b',
  'a C1 control': '\u0085',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a direction override': '\u202e',
  'a direction isolate': '\u2066',
  'a direction mark': '\u200f',
  'a zero-width space': '\u200b',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'a tag character': '\u{e0041}',
  'a lone surrogate': '\ud83d',
  'a noncharacter': '\uffff',
}
test.each(Object.entries(unseen))('%s is refused in a line, or removed from it', (_what, character) => {
  expect(isPlainLine(`Nus${character}rat`)).toBe(false)
  expect(plainLine(`${character}Nus${character} ${character}rat${character}`)).toBe('Nus rat')
})

test.each([['\u200c'], ['\u200d \u200c'], ['\u3164'], ['\u115f\ufe0f'], ['\u2800']])(
  '%j, in which there is nothing to see, is refused in a line',
  (text) => {
    expect(isPlainLine(text)).toBe(false)
    expect(isPlainLine(`${text}7`)).toBe(true)
  },
)

test.each([['House 1\r\n\tRoad 5'], ['শর্মিলা 🏭'], ['a\u0085\u202eb'], ['']])('XML can hold %j', (text) => {
  expect(isXmlText(text)).toBe(true)
  expect(xmlText(text)).toBe(text)
})

test.each([['\u0000'], ['\u0001'], ['\u000b'], ['\u001f'], ['\ud800'], ['\udc00'], ['\ufffe'], ['\uffff']])(
  'XML cannot hold %j, and neither can a line',
  (character) => {
    expect(isXmlText(`PO${character}9`)).toBe(false)
    expect(xmlText(`${character}PO${character}9${character}`)).toBe('PO 9')
    expect(isPlainLine(`PO${character}9`)).toBe(false)
  },
)

test.each([
  ['০১২৩৪৫৬৭৮৯', 'Bangla'],
  ['०१२३४५६७८९', 'Devanagari'],
  ['٠١٢٣٤٥٦٧٨٩', 'Arabic'],
  ['۰۱۲۳۴۵۶۷۸۹', 'Persian and Urdu'],
  ['０１２３４５６７８９', 'full width'],
  ['0123456789', 'ASCII'],
])('the digits %s (%s) become 0 to 9, and nothing else changes', (digits) => {
  expect(withAsciiDigits(digits)).toBe('0123456789')
  expect(withAsciiDigits(`+${digits} (ক-z) ½ ²`)).toBe('+0123456789 (ক-z) ½ ²')
})
