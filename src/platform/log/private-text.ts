import { createHmac } from 'node:crypto'

/** Removes private data from texts for the log. */
export type PrivateText = {
  /** A request's path, with e-mails as pseudonyms. */
  path(path: string): string
  /** Any text, with e-mails as pseudonyms and without the queries of addresses, tokens and keys. */
  text(text: string): string
}

/**
 * Everything between word separators. Each pattern here is one run of one character class, so that no text, however
 * long, takes more than one pass.
 */
const words = /[^\s"'`<>()[\]{},;:=|/\\]+/g
const queries = /[?#][^\s"'`<>]*/g
const keys = /\beyJ[\w.-]{10,}|\b(?:sk|rk|whsec)_\w+|_secret_\w+/g
const at = /@|%(?:25)*40/i

/** @param secret the same in every process and after every start, so that one person is one pseudonym. */
export function createPrivateText(secret: string): PrivateText {
  const key = createHmac('sha256', secret).update('pseudonyms of the log').digest()
  /** Short enough to identify nobody, long enough that two hardly ever collide. */
  const pseudonym = (email: string) =>
    `email-${createHmac('sha256', key).update(email.toLowerCase()).digest('base64url').slice(0, 10)}`
  const nameless = (word: string) => (isEmail(decoded(word)) ? pseudonym(trimmed(decoded(word))) : word)

  return {
    path: (path) => (at.test(path) ? path.split('/').map(nameless).join('/') : path),
    text: (text) => {
      const withoutQueries = text.replace(queries, (query) =>
        query.includes('=') ? `${query.slice(0, 1)}[hidden]` : query,
      )
      const withoutKeys = withoutQueries.replace(keys, '[hidden]')
      // mutant(condition → true): only sooner
      return at.test(withoutKeys) ? withoutKeys.replace(words, nameless) : withoutKeys
    },
  }
}

/** Has text on both sides of the @; not a package with a version (`react@19.2.9`) or a scope (`@hono`). */
function isEmail(word: string): boolean {
  const place = word.lastIndexOf('@')
  return place > 0 && place < word.length - 1 && !/^\d+(?:\.\d+)*$/.test(word.slice(place + 1))
}

/** A full stop at the end is not part of an address. */
const trimmed = (word: string): string => (word.endsWith('.') ? word.slice(0, -1) : word)

/** Decodes a word escaped once or several times, as far as it can be decoded. */
function decoded(word: string): string {
  let text = word
  try {
    // mutant(logic → times < 5): only sooner
    for (let times = 0; times < 5 && text.includes('%'); times += 1) text = decodeURIComponent(text)
  } catch {
    // What was decoded so far may be enough.
  }
  return text.replaceAll(/%(?:25)*40/gi, '@')
}
