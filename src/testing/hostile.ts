/** Longer than any text that the shop reads, in characters. */
export const megabyte = 1024 * 1024
/** The shop's limits for most text bodies and for the largest (`server/app.ts`): a careless pattern takes seconds for the first. */
const lengths = [megabyte / 16, megabyte / 4]

/** Names every object inherits: looking one up in an object finds a value that nobody put there. */
export const namesOfObjects = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf']

/** Texts that PostgreSQL cannot store. */
export const unkeepable = ['\u0000', 'a\u0000b', '\ud800', 'a\udc00']

/** Units that a pattern may count, trim, split at, case-fold or look behind. */
const units = [
  ...' .@-+(/%=:,"<0a',
  ...'\t\n\u00a0\u3000\u0000\ud800\u09ef\u0130\u{1f600}',
  ...'a.|.a|a@|@.|0 | 0|a |%4|//|/a|((|\\"|-a|\r\n|http://'.split('|'),
]

const made = new Map<string, string>()

/** A unit repeated up to a length. Cached: it costs more to make than to read, and is used in hundreds of places. */
function repeated(unit: string, length: number): string {
  const key = `${length} ${unit}`
  const text = made.get(key) ?? unit.repeat(length / unit.length)
  made.set(key, text)
  return text
}

/** Texts that open something and never close it, or nearly fit a common pattern. */
export function nearlyRight(length: number): string[] {
  const long = (unit: string) => repeated(unit, length)
  return [
    `a@${long('.')}@`,
    `a@${long('.a')}@`,
    `a@a${long('.')}`,
    `${long('a')}@`,
    `${long('a@')}b.c`,
    `"${long('a')}`,
    `+${long('0')}x`,
    `+${long('( ')}x`,
    `https://${long('a')}@`,
    `https://${long('a/')} `,
    `/${long('a/')}\\`,
    `0${long(' ')}0`,
    long('['),
    long('{"a":'),
    long('(a|'),
  ]
}

/** Number of places where a valid text is pumped up: a handful are as good as all of them. */
const mostPlaces = 6

/** Variants of a valid text with one character repeated many times, so that only the end shows that it is wrong. */
function pumped(text: string, length: number): string[] {
  const step = Math.max(1, Math.ceil(text.length / mostPlaces))
  const places = Array.from({ length: Math.ceil(text.length / step) }, (_, n) => n * step)
  return places.map((at) => `${text.slice(0, at)}${text.charAt(at).repeat(length)}${text.slice(at)}\n<`)
}

/** Texts of the maximum length the shop reads that keep a careless pattern busy, some of them nearly `right`. */
export function* hostileTexts(right: string): Generator<string> {
  for (const length of lengths) {
    yield* nearlyRight(length)
    for (const unit of units) {
      const long = repeated(unit, length)
      yield long
      yield `${right}${long}!`
    }
    yield* pumped(right, length)
  }
}

/** JSON of about a megabyte that keeps a careless reader busy: deep, long, or with many names. */
export const hostileJson: Readonly<Record<string, string>> = {
  'nested arrays': `${'['.repeat(megabyte / 2)}${']'.repeat(megabyte / 2)}`,
  'nested objects': `${'{"a":'.repeat(megabyte / 6)}1${'}'.repeat(megabyte / 6)}`,
  'a long array': `[${'0,'.repeat(megabyte / 2)}0]`,
  'many objects': `[${'{},'.repeat(megabyte / 3)}{}]`,
  'many names': `{${Array.from({ length: megabyte / 12 }, (_, n) => `"${n.toString(36)}_":1`).join(',')}}`,
  'a long number': '1'.repeat(megabyte),
  'a long text': `"${'a@.'.repeat(megabyte / 3)}"`,
}

/** This thread's CPU time for `work`, in milliseconds: the process's other threads do not count. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const mostTries = 4
/** Neither the compiler nor the garbage collector exceeds the bound by this factor. */
const beyondDoubt = 10

/** The least CPU time of a few tries if the first exceeds `bound`: the compiler and the garbage collector count too. */
export async function leastCpuOf(work: () => unknown, bound: number): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < mostTries && least > bound; tries += 1) {
    least = Math.min(least, await cpuOf(work))
    if (least > bound * beyondDoubt) break
  }
  return least
}
