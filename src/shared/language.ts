const bangla = /\p{Script=Bengali}/gu
const letter = /\p{L}/gu

/**
 * The language of a text that somebody wrote here, for its `lang`; undefined where it is the page's own, as far as
 * anybody can tell. Bangla is what has more characters of that script (vowel signs and digits count as letters do) than
 * letters of any other: a part number in a Bangla sentence leaves it Bangla, a Bangla word in an English one English.
 */
export function langOf(text: string): 'bn' | undefined {
  const own = count(text, bangla)
  return own > 0 && own > count(text.replaceAll(bangla, ''), letter) ? 'bn' : undefined
}

const count = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0
