import type { Page } from '#shared/list.ts'
import { formatCount } from '#web/ui/format.ts'

type RowsShown = {
  range: string
  /** The number of rows in all; when `isLonger`, at least this many. */
  total: number
  isLonger: boolean
}

/**
 * The range of rows that a page of a list shows, and the total.
 * @param before how many rows came before this page, if known.
 * @param countedTo the list was counted up to this many.
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
