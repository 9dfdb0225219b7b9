/**
 * The address that stands for all that get the same answer: of its parameters only those that the route reads, in the
 * order and as often as they came. Whatever a visitor or an advertiser adds would make a new entry of each.
 */
export function canonicalAddress({ pathname, search }: URL, parameters: readonly string[]): string {
  if (search === '') return pathname
  const wanted = search
    .slice(1)
    .split('&')
    .filter((part) => parameters.includes(nameOf(part)))
  return wanted.length > 0 ? `${pathname}?${wanted.join('&')}` : pathname
}

/** Read as the routes read it: `%71` is `q`. */
const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? ''
