/**
 * The address that stands for all that get the same answer: of its parameters only those that the route reads, in the
 * order and as often as they came. Whatever a visitor or an advertiser adds would make a new entry of each.
 */
export function canonicalAddress({ pathname, search }: URL, parameters: readonly string[]): string {
  if (search === '') return pathname
  // Read as the routes read it, `%71` is `q`, and all at once: one by one a long query would take a hundredth of a second.
  const names = new URLSearchParams(search).keys().toArray()
  // Nothing between two signs is no parameter.
  const parts = search.slice(1).split('&').filter(Boolean)
  const wanted = parts.filter((_part, at) => parameters.includes(names[at] ?? ''))
  return wanted.length > 0 ? `${pathname}?${wanted.join('&')}` : pathname
}
