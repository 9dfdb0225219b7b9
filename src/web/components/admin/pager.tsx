import { useLocation, useNavigation } from 'react-router'
import { z } from 'zod'
import type { Page } from '#shared/list.ts'
import { listAddress, pageSize } from '#web/lib/list-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { counted } from '#web/ui/format.ts'
import { rowsShown } from './rows-shown.ts'

/** The addresses of the previous pages, kept in the browser's history entry. */
const Trail = z.object({ trail: z.array(z.string()) })

type PagerProps = {
  page: Page<unknown>
  shown: { cursor?: string | undefined }
  /** What is counted, in the singular: "product". */
  what: string
  /** The plural, where it is not the noun with an s. */
  many?: string
  /** The list is counted up to this many; beyond that, it is only known that there are more. */
  countedTo?: number
}

/** Which rows are shown, with links to the previous and next page. */
export function Pager({ page, shown, what, many, countedTo = Infinity }: PagerProps) {
  const { search, state } = useLocation()
  const busy = useNavigation().state === 'loading'
  const trail = Trail.safeParse(state).data?.trail ?? []
  // For a later page opened by its address, the number of rows before it is unknown.
  const before = trail.length > 0 || shown.cursor === undefined ? trail.length * pageSize : undefined
  const { range, isLonger, total } = rowsShown(page, before, countedTo)
  const previous = trail.at(-1) ?? listAddress(shown)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-4 pt-7">
      <p className="text-ink-2" aria-live="polite" aria-busy={busy}>
        {range} of {isLonger && 'more than '}
        {counted(total, what, many)}
      </p>
      <div className="flex gap-3">
        {shown.cursor && (
          <ButtonLink to={previous} state={{ trail: trail.slice(0, -1) }} variant="outline" size="small">
            {trail.length > 0 ? 'Previous' : 'First page'}
          </ButtonLink>
        )}
        {page.nextCursor && (
          <ButtonLink
            to={listAddress(shown, { cursor: page.nextCursor })}
            state={{ trail: [...trail, search === '' ? '?' : search] }}
            variant="outline"
            size="small"
          >
            Next
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
