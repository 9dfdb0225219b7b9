import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import type { QuickTool } from '#features/quick-order/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney, toMajor } from '#shared/money.ts'
import type { Mend, Row, Verdict } from '#web/lib/quick-order/list.ts'
import { piecesIn, type Pieces } from '#web/lib/quick-order/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { FollowingInput } from '#web/ui/following-input.tsx'
import { showAsciiDigits } from '#web/ui/number-field.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { RowVerdict } from './row-verdict.tsx'

type QuickRowProps = {
  row: Row
  verdict: Verdict
  currency: string
  /** Counts the fixes: after one, the box no longer holds what was typed. */
  mends: number
  onQuantity: (quantity: Pieces) => void
  onMend: (mend: Mend) => void
  onChoose: (tool: QuickTool) => void
  onForget: () => void
  onRemove: () => void
}

/** A row as it was written, the product it refers to, the quantity, and the verdict. */
export function QuickRow({ row, verdict, currency, mends, onQuantity, onMend, onRemove, ...choices }: QuickRowProps) {
  const group = useRef<HTMLLIElement>(null)
  const verdictId = useId()
  const tool = 'tool' in verdict ? verdict.tool : undefined
  const name = tool?.name ?? (row.part || 'a row without a part number')
  /** The fix button disappears with the problem it fixed, so the row takes the focus. */
  function stay<Value>(act: (value: Value) => void) {
    return (value: Value) => {
      group.current?.focus()
      act(value)
    }
  }
  return (
    <li
      ref={group}
      tabIndex={-1}
      className="quick-row"
      aria-label={name}
      data-ready={verdict.kind === 'ready' ? '' : undefined}
    >
      <div className="min-w-0">
        <p className={`wrap-anywhere ${tool ? 'label text-ink-2' : 'font-[540]'}`}>{row.part || '–'}</p>
        {tool && (
          <p className="pt-1 font-[540]" lang={langOf(tool.name)}>
            <Link to={`/tool/${tool._id}`} className="hover:underline">
              <Unbroken>{tool.name}</Unbroken>
            </Link>
          </p>
        )}
      </div>
      <FollowingInput
        key={mends}
        className="field-box quick-quantity"
        aria-label={`Pieces: ${name}`}
        aria-invalid={verdict.kind === 'quantity' || undefined}
        aria-describedby={verdict.kind === 'quantity' ? verdictId : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={row.quantity ?? ''}
        onChange={(event) => {
          showAsciiDigits(event)
          onQuantity(piecesIn(event.target.value))
        }}
      />
      <div className="quick-verdict">
        <RowVerdict
          verdict={verdict}
          id={verdictId}
          name={name}
          row={row}
          currency={currency}
          onMend={stay(onMend)}
          onChoose={stay(choices.onChoose)}
          onForget={choices.onForget}
        />
      </div>
      <p className="quick-total display">
        {verdict.kind === 'ready' ? formatMoney(toMajor(verdict.total, currency), currency) : '–'}
      </p>
      <Button variant="outline" size="square" aria-label={`Remove: ${name}`} onClick={onRemove}>
        <X size={18} strokeWidth={1.75} aria-hidden />
      </Button>
    </li>
  )
}
