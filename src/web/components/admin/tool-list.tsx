import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Tool, ToolQuery } from '#features/catalogue/schema.ts'
import type { Page } from '#shared/list.ts'
import { Pager } from './pager.tsx'
import { ToolTable } from './tool-table.tsx'

type ToolListProps = {
  page: Page<Tool>
  shown: ToolQuery
  currency: string
  /** In place of the table when no product is on the page. */
  empty: ReactNode
}

/** A page of the products with the ways to the other pages. */
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

/** The list takes the focus when the row that had it goes, the last one too: it would be lost. */
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
