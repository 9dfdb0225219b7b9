import { Check } from 'lucide-react'
import type { QuickTool } from '#features/quick-order/schema.ts'
import { quickOrderMessages } from '#content/quick-order.ts'
import { formatMoney, toMajor } from '#shared/money.ts'
import { NextBreak } from '#web/components/purchase/price-breaks.tsx'
import { quotePath } from '#web/components/quote/quote-path.ts'
import { mendOf, paidBefore, type Mend, type Row, type Verdict } from '#web/lib/quick-order/list.ts'
import { useEach } from '#web/lib/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, TextLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type RowVerdictProps = {
  verdict: Verdict
  /** The id of the quantity's error message, so that its box can refer to it. */
  id: string
  /** The row's name, for button labels that tell the rows apart. */
  name: string
  row: Row
  currency: string
  onMend: (mend: Mend) => void
  onChoose: (tool: QuickTool) => void
  onForget: () => void
}

/** Why a row cannot be ordered, with one button to fix it; or that it is ready. */
export function RowVerdict({ verdict, id, name, row, currency, onMend, onChoose, onForget }: RowVerdictProps) {
  const mend = mendOf(verdict)
  const each = useEach()
  const before = paidBefore({ row, verdict }, currency)
  switch (verdict.kind) {
    case 'waiting':
      return <Skeleton className="h-[1.4em] w-[8em]" />
    case 'ready':
      return (
        <>
          <Badge tone="ok" icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
            Ready
          </Badge>
          <span className="text-small text-ink-2">
            {formatMoney(toMajor(verdict.unitPrice, currency), currency)} {each}
            {before !== undefined && `, was ${formatMoney(before, currency)}`}
          </span>
          {verdict.isYours && (
            <button
              type="button"
              className="text-link text-small"
              aria-label={`Forget your part number: ${name}`}
              onClick={onForget}
            >
              Forget your part number
            </button>
          )}
          <NextBreak tool={verdict.tool} currency={currency} quantity={verdict.quantity} />
        </>
      )
    case 'quantity':
    case 'repeated':
      return (
        <>
          <p id={id}>{verdict.kind === 'quantity' ? verdict.message : 'This product is in a row above.'}</p>
          {mend && (
            <Button size="small" aria-label={`${labelOf(mend)}: ${name}`} onClick={() => onMend(mend)}>
              {labelOf(mend)}
            </Button>
          )}
        </>
      )
    default:
      return (
        <>
          <p>{words[verdict.kind](verdict.candidates.length)}</p>
          {verdict.candidates.map((tool) => (
            <Button
              key={tool._id}
              size="small"
              variant="outline"
              aria-label={`${tool.name} ${tool.part_number}: use it for ${name}`}
              onClick={() => onChoose(tool)}
            >
              {tool.name} <span className="label">{tool.part_number}</span>
            </Button>
          ))}
          {verdict.candidates.length === 0 && <TextLink to={quotePath(row.part)}>Ask for a quote</TextLink>}
        </>
      )
  }
}

const labelOf = (mend: Mend): string => ('set' in mend ? `Order ${formatCount(mend.set)}` : 'Combine the rows')

const words: Record<'several' | 'gone' | 'unknown', (candidates: number) => string> = {
  several: () => quickOrderMessages.severalMatch,
  gone: (candidates) => (candidates > 0 ? `${quickOrderMessages.notSold} Instead:` : quickOrderMessages.notSold),
  unknown: (candidates) => (candidates > 0 ? 'We don’t know this part. Did you mean:' : 'We don’t know this part.'),
}
