import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'
import { listAddress } from '#web/lib/list-page.ts'

type SortHeaderProps<Sort extends string> = {
  up: Sort
  down: Sort
  /** The query of the page. */
  shown: { sort?: Sort | undefined }
  className?: string
  children: ReactNode
}

/** A column head that sorts the table: ascending, then descending, then the default order again. */
export function SortHeader<Sort extends string>({ up, down, shown, className, children }: SortHeaderProps<Sort>) {
  const { sort } = shown
  const navigate = useNavigate()
  const navigation = useNavigation()
  const addressAfter = (before: string | undefined) =>
    listAddress(shown, { sort: before === up ? down : before === down ? undefined : up })

  /** A press reverses the order last asked for, even while the table still shows the previous one. */
  function turn(event: MouseEvent): void {
    const { search } = navigation.location ?? window.location
    const asked = new URLSearchParams(search).get('sort') ?? undefined
    if (asked === sort || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(addressAfter(asked), { preventScrollReset: true })
  }

  const Icon = sort === up ? ArrowUp : sort === down ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sort === up ? 'ascending' : sort === down ? 'descending' : undefined}
    >
      <Link to={addressAfter(sort)} onClick={turn} preventScrollReset className="sort-link">
        {children}
        <Icon size={14} strokeWidth={1.75} aria-hidden />
      </Link>
    </th>
  )
}
