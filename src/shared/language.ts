const bangla = /\p{Script=Bengali}/gu
const letter = /\p{L}/gu

/**
 * The language of a text that a user wrote, for its `lang`; undefined when it is the page's own, as far as can be told.
 * A text is Bangla if it has more characters of that script (vowel signs and digits count as letters) than letters of any
 * other: a part number in a Bangla sentence leaves it Bangla, a Bangla word in an English one leaves it English.
 */
export function langOf(text: string): 'bn' | undefined {
  const own = count(text, bangla)
  return own > 0 && own > count(text.replaceAll(bangla, ''), letter) ? 'bn' : undefined
}

const count = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0
