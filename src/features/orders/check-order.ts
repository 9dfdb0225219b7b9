import { refusals } from '#content/refusals.ts'
import { findToolsById, type SoldTool } from '#features/catalogue/store.ts'
import { taxedTotal, taxRateOf, type TaxRules } from '#features/pricing/tax.ts'
import type { Database } from '#platform/db/database.ts'
import { minor, toMajor, type Minor } from '#shared/money.ts'
import { offerOf } from './decide-lines.ts'
import { judgeLine, type JudgedLine } from './rules.ts'
import type { CheckedOrder, OrderCheck } from './placing-schema.ts'

/** The terms lines are judged by; the country is their destination. */
export type CheckTerms = { currency: string; tax: TaxRules; country: string | undefined }
type Asked = OrderCheck['lines'][number]

/** Judges each line as if it were ordered, without taking stock. The total covers only the lines that could be ordered. */
export async function checkOrder(
  db: Database,
  { lines, country }: OrderCheck,
  terms: Omit<CheckTerms, 'country'>,
): Promise<CheckedOrder> {
  const tools = await findToolsById(
    db,
    lines.map(({ toolId }) => toolId),
  )
  return checkLines(lines, tools, { ...terms, country })
}

/** The same for a caller that has already read the products that are for sale. Lines keep their other properties. */
export function checkLines<Line extends Asked>(
  lines: readonly Line[],
  tools: readonly SoldTool[],
  { currency, tax, country }: CheckTerms,
) {
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const checked = lines.map((line) => {
    const tool = byId.get(line.toolId)
    return { line, tool, judged: judge(line, tool) }
  })
  const taxable = checked.flatMap(({ tool, judged: { ok, total } }) =>
    ok && tool ? [{ total, rate: taxRateOf(tax, tool.category, country) }] : [],
  )
  const cost = taxedTotal(taxable, tax, currency)
  return {
    currency,
    total: toMajor(cost.total, currency),
    tax: { name: tax.name, amount: toMajor(cost.tax, currency), added: tax.prices === 'exclusive' },
    lines: checked.map(({ line, judged }) => inMajor(line, judged, currency)),
  }
}

/** Judges one line as if it were ordered. */
export const checkLine = <Line extends Asked>(line: Line, tool: SoldTool | undefined, currency: string) =>
  inMajor(line, judge(line, tool), currency)

function inMajor<Line extends Asked>(line: Line, judged: JudgedLine, currency: string) {
  const major = (amount: Minor) => toMajor(amount, currency)
  const { unitPrice, total, nextBreak: next, ...verdict } = judged
  return {
    ...line,
    ...verdict,
    unitPrice: major(unitPrice),
    total: major(total),
    ...(next && { nextBreak: { from: next.from, unitPrice: major(next.unitPrice), saves: major(next.saves) } }),
  }
}

const gone: JudgedLine = { ok: false, code: 'gone', message: refusals.noSuchTool, unitPrice: minor(0), total: minor(0) }

const judge = ({ quantity }: Asked, tool: SoldTool | undefined): JudgedLine =>
  tool ? judgeLine(quantity, offerOf(tool), tool.availableQuantity) : gone
