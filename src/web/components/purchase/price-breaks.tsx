import type { Tool } from '#features/catalogue/schema.ts'
import { nextBreak } from '#features/pricing/rules.ts'
import { formatMoney, toMajor, type Minor } from '#shared/money.ts'
import { offerOf } from '#web/lib/offer.ts'
import { formatCount } from '#web/ui/format.ts'
import { LabelledRows } from '#web/ui/labelled-rows.tsx'

type Props = { tool: Tool; currency: string }

/** The price per piece by quantity; nothing if it is always the same. */
export function PriceBreaks({ tool, currency }: Props) {
  if (tool.price_breaks.length === 0) return null
  return (
    <section aria-label="Price breaks" className="price-breaks mb-7">
      <LabelledRows
        rows={tool.price_breaks.map(({ from, price }) => ({
          key: String(from),
          label: `From ${formatCount(from)} pieces`,
          value: `${formatMoney(price, currency)} each`,
        }))}
      />
    </section>
  )
}

type NextBreakProps = {
  tool: Pick<Tool, 'available_quantity'> & Parameters<typeof offerOf>[0]
  currency: string
  quantity: number
}

/** What the buyer would save by ordering more. */
export function NextBreak({ tool, currency, quantity }: NextBreakProps) {
  const next = nextBreak(quantity, offerOf(tool, currency))
  if (!next || next.from > tool.available_quantity) return null
  const money = (amount: Minor) => formatMoney(toMajor(amount, currency), currency)
  return (
    <p className="text-small text-ink-2">
      Order {formatCount(next.from)} or more and each costs {money(next.unitPrice)}: on {formatCount(next.from)} you
      save {money(next.saves)}.
    </p>
  )
}
