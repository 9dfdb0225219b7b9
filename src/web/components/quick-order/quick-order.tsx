import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { quickOrderMessages } from '#content/quick-order.ts'
import { mostRows } from '#features/quick-order/schema.ts'
import { Removed } from '#web/components/cart/removed.tsx'
import type { SessionUser } from '#web/lib/claims.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import type { Row } from '#web/lib/quick-order/list.ts'
import { filledRows, layoutOf, rowsOf, type Layout, type ReadRow, type Table } from '#web/lib/quick-order/reading.ts'
import { useKeptText, useQuickList } from '#web/lib/quick-order/use-quick-list.ts'
import { counted } from '#web/ui/format.ts'
import { ColumnQuestion } from './column-question.tsx'
import { ListInput } from './list-input.tsx'
import { QuickList } from './quick-list.tsx'

/** `pasted` is the text it was read from, unless that was a file. */
type Asked = { table: Table; layout: Layout; pasted?: string | undefined }

/** Turns a buyer's own list of part numbers into an order. */
export function QuickOrder({ user, kept }: { user: SessionUser; kept: readonly Row[] }) {
  const list = useQuickList(user, kept)
  const [text, setText] = useKeptText(user.id)
  const [problem, setProblem] = useState<string>()
  /** A sheet whose columns only its owner can identify. */
  const [asked, setAsked] = useState<Asked>()
  const summary = useRef<HTMLHeadingElement>(null)
  /** The cleared rows, kept for Undo until a new list is begun. */
  const [cleared, setCleared] = useState<readonly Row[]>([])

  /** A pasted text stays in its box until its rows are in the list. */
  function take(cells: Table, pasted?: string): void {
    const table = filledRows(cells)
    const layout = layoutOf(table)
    const count = table.length - (layout.heads ? 1 : 0)
    if (count === 0) return setProblem(quickOrderMessages.nothing)
    if (count + list.rows.length > mostRows) return setProblem(quickOrderMessages.tooManyRows)
    setProblem(undefined)
    if (layout.columns) addRows({ table, layout, pasted }, layout.columns)
    else setAsked({ table, layout, pasted })
    return undefined
  }
  /** On a phone, the results are below the visible area, so the focus moves to them. */
  function addRows({ table, layout, pasted }: Asked, columns: NonNullable<Layout['columns']>): void {
    flushSync(() => {
      setAsked(undefined)
      setText((now) => (now === pasted ? '' : now))
      add(rowsOf(layout.heads ? table.slice(1) : table, columns))
    })
    summary.current?.focus()
  }
  function add(rows: readonly ReadRow[]): void {
    setCleared([])
    list.add(rows)
  }
  function clear(): void {
    setCleared(list.rows)
    list.setRows([])
  }
  function restore(): void {
    setCleared([])
    list.setRows(cleared)
  }

  return (
    <>
      <ListInput
        text={text}
        onText={setText}
        onTake={take}
        onProblem={setProblem}
        problem={problem}
        onAdd={(row) => add([row])}
      />
      {asked && (
        <ColumnQuestion
          table={asked.table}
          heads={asked.layout.heads}
          onAnswer={(columns) => addRows(asked, columns)}
          onCancel={() => {
            passFocusOn('.quick-input textarea')
            setAsked(undefined)
          }}
        />
      )}
      {list.rows.length > 0 && <QuickList user={user} list={list} summary={summary} onClear={clear} />}
      {list.rows.length === 0 && cleared.length > 0 && (
        <div className="mt-12">
          <Removed what={counted(cleared.length, 'row')} onUndo={restore} />
        </div>
      )}
    </>
  )
}
