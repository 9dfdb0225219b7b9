import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Tool, ToolQuery } from '#features/catalogue/schema.ts'
import type { Page } from '#shared/list.ts'
import { Pager } from './pager.tsx'
import { ToolTable } from './tool-table.tsx'

type ToolListProps = {
  page: Page<Tool>
  shown: ToolQuery
  currency: string
  /** Shown instead of the table when the page has no products. */
  empty: ReactNode
}

/** A page of products with the pager below. */
export function ToolList({ page, shown, currency, empty }: ToolListProps) {
  const [region, setDeleted] = useFocusAfterDeletion(page.items)
  return (
    <div ref={region} tabIndex={-1} className="admin-table">
      {page.items.length === 0 ? (
        empty
      ) : (
        <>
          <ToolTable tools={page.items} shown={shown} currency={currency} onDeleted={setDeleted} />
          <Pager page={page} shown={shown} what="product" />
        </>
      )}
    </div>
  )
}

/** Focuses the list when the row with the focus is deleted, even the last one: the focus would be lost otherwise. */
function useFocusAfterDeletion(tools: readonly Tool[]) {
  const region = useRef<HTMLDivElement>(null)
  const [deleted, setDeleted] = useState<string>()
  useEffect(() => {
    if (deleted === undefined || tools.some((tool) => tool._id === deleted)) return
    region.current?.focus()
    setDeleted(undefined)
  }, [deleted, tools])
  return [region, setDeleted] as const
}
