import { numberIn } from '#shared/number.ts'
import type { ToolQuery } from '#features/catalogue/schema.ts'

/** What of a list's address the filter decides. */
export type Shown = Omit<ToolQuery, 'limit' | 'cursor'>

/** The address of the tools list that shows this. What is not asked for stays out of it. */
export function toolsPath(shown: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(shown)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `/tools?${query}` : '/tools'
}

/**
 * What an address asks for; a form without script also sends the fields that are empty. Two prices the wrong way round
 * mean what lies between them.
 */
export function askedFor(search: URLSearchParams): Record<string, string> {
  const asked = Object.fromEntries(
    [...search].flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, inFigures(name, value)]])),
  )
  const { min_price: from, max_price: to } = asked
  const isBackwards = from !== undefined && to !== undefined && Number(from) > Number(to)
  return isBackwards ? { ...asked, min_price: to, max_price: from } : asked
}

/** Prices as the shop reads them, in whatever digits they were typed; everything else, and what is none, stays. */
function inFigures(name: string, value: string): string {
  if (name !== 'min_price' && name !== 'max_price') return value
  const price = numberIn(value)
  return Number.isNaN(price) ? value : String(price)
}

/** Whether a list leaves tools out: sorted alone it has them all. */
export function isFiltered({ sort: _sort, ...filter }: Shown): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '')
}
