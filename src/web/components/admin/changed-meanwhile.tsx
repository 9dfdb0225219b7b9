import { useEffect, useRef, type ReactNode } from 'react'
import { categoryNames, toolFieldNames, type NewTool } from '#features/catalogue/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { bothChanged, changedFields, type ToolField } from '#web/lib/tool-changes.ts'
import { counted, formatCount } from '#web/ui/format.ts'
import { Spoken } from '#web/ui/spoken.tsx'

/** The tool before and after somebody else's change, and what was typed here. */
export type Meanwhile = { before: NewTool; typed: NewTool; now: NewTool }

/**
 * Shows what another user, or an order, changed while the form was open. It takes the focus: if that stayed on the button,
 * a second press would overwrite changes that nobody here has read.
 */
export function ChangedMeanwhile({ before, typed, now, currency }: Meanwhile & { currency: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const fields = changedFields(before, now)
  const replaced = bothChanged({ before, typed, now })
  return (
    <div ref={notice} tabIndex={-1} role="alert" className="mb-8 border-l-3 border-warn bg-warn-bg px-5 py-4">
      <p className="font-semibold">This product was changed while you were editing. Your changes are not saved yet.</p>
      {fields.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {fields.map((field) => (
            <li key={field} className="wrap-anywhere">
              {toolFieldNames[field]}: from {shownValue(before, field, currency)} to {shownValue(now, field, currency)}
              {replaced.includes(field) && <> (yours: {shownValue(typed, field, currency)})</>}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2">
        We kept what you typed and updated everything else. Check it, then save again
        {replaced.length > 0 && ': your version will replace the current one'}.
      </p>
    </div>
  )
}

function shownValue(tool: NewTool, field: ToolField, currency: string): ReactNode {
  if (field === 'price') return formatMoney(tool.price, currency)
  if (field === 'category') return categoryNames[tool.category]
  if (field === 'price_breaks') return counted(tool.price_breaks.length, 'price break')
  if (field === 'specification') return counted(tool.specification.rows.length, 'row')
  const value = tool[field]
  if (typeof value === 'number') return formatCount(value)
  return (
    <>
      “<Spoken>{value ?? ''}</Spoken>”
    </>
  )
}
