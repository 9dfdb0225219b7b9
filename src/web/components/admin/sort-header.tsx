import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listAddress } from '#web/lib/list-page.ts'

type SortHeaderProps<Sort extends string> = {
  up: Sort
  down: Sort
  /** The query of the page. */
  shown: { sort?: Sort | undefined }
  className?: string
  children: ReactNode
}

/** The head of a column that orders the table: up, then down, then as it was at first. */
export function SortHeader<Sort extends string>({ up, down, shown, className, children }: SortHeaderProps<Sort>) {
  const { sort } = shown
  const next = sort === up ? down : sort === down ? undefined : up
  const Icon = sort === up ? ArrowUp : sort === down ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sort === up ? 'ascending' : sort === down ? 'descending' : undefined}
    >
      <Link to={listAddress(shown, { sort: next })} preventScrollReset className="sort-link">
        {children}
        <Icon size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </th>
  )
}
