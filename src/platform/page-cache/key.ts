/**
 * The one address for all that get the same answer: it has only the parameters that the route reads, in the order and
 * as often as they came. Otherwise each parameter that a visitor or an advertiser adds would make a new entry.
 */
export function canonicalAddress({ pathname, search }: URL, parameters: readonly string[]): string {
  if (search === '') return pathname
  // Parsed as the routes do (`%71` is `q`), and all at once: one by one, a long query would take a hundredth of a second.
  const names = new URLSearchParams(search).keys().toArray()
  // An empty part between two `&` is not a parameter.
  const parts = search.slice(1).split('&').filter(Boolean)
  const wanted = parts.filter((_part, at) => parameters.includes(names[at] ?? ''))
  return wanted.length > 0 ? `${pathname}?${wanted.join('&')}` : pathname
}
