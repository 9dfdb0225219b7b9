import type { Page } from '#shared/list.ts'
import { formatCount } from '#web/ui/format.ts'

type RowsShown = {
  range: string
  /** How many rows there are in all, or so many at least. */
  total: number
  isLonger: boolean
}

/**
 * Which rows of a list a page shows, and of how many.
 * @param before how many rows came before it, where that is known.
 * @param countedTo so far the list was counted.
 */
export function rowsShown(page: Page<unknown>, before: number | undefined, countedTo: number): RowsShown {
  const count = page.items.length
  const isCounted = page.total <= countedTo
  if (before === undefined) {
    return { range: formatCount(count), total: Math.min(page.total, countedTo), isLonger: !isCounted }
  }
  const last = before + count
  const isLonger = !isCounted && page.nextCursor !== undefined
  // The end of a list tells how long it is.
  const total = isCounted ? page.total : isLonger ? Math.max(last, countedTo) : last
  const isWhole = before === 0 && !isLonger && count === total
  return { range: isWhole ? formatCount(count) : `${formatCount(before + 1)} to ${formatCount(last)}`, total, isLonger }
}
