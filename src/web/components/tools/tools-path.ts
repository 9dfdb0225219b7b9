import { numberIn } from '#shared/number.ts'
import type { ToolQuery } from '#features/catalogue/schema.ts'

/** The part of a list's address that the filter controls. */
export type Shown = Omit<ToolQuery, 'limit' | 'cursor'>

/** The address of the tools list with this filter, leaving out whatever is not set. */
export function toolsPath(shown: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(shown)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `/tools?${query}` : '/tools'
}

/**
 * The filter in an address; a form sent without script also includes its empty fields. A minimum price above the maximum
 * means the range between the two.
 */
export function askedFor(search: URLSearchParams): Record<string, string> {
  const asked = Object.fromEntries(
    [...search].flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, inFigures(name, value)]])),
  )
  const { min_price: from, max_price: to } = asked
  const isBackwards = from !== undefined && to !== undefined && Number(from) > Number(to)
  return isBackwards ? { ...asked, min_price: to, max_price: from } : asked
}

/** Converts prices typed in any digits to the shop's format; other fields, and texts that are not a price, stay unchanged. */
function inFigures(name: string, value: string): string {
  if (name !== 'min_price' && name !== 'max_price') return value
  const price = numberIn(value, 3)
  return Number.isNaN(price) ? value : String(price)
}

/** Whether any tools are filtered out: sorting alone leaves them all in. */
export function isFiltered({ sort: _sort, ...filter }: Shown): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '')
}
