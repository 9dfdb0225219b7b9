import { refusals } from '#content/refusals.ts'
import { findToolsById, type SoldTool } from '#features/catalogue/store.ts'
import { taxedTotal, taxRateOf, type TaxRules } from '#features/pricing/tax.ts'
import type { Database } from '#platform/db/database.ts'
import { minor, toMajor, type Minor } from '#shared/money.ts'
import { offerOf } from './decide-lines.ts'
import { judgeLine, type JudgedLine } from './rules.ts'
import type { CheckedOrder, OrderCheck } from './schema.ts'

/** By what lines are judged: the country is where they would go. */
export type CheckTerms = { currency: string; tax: TaxRules; country: string | undefined }
type Asked = OrderCheck['lines'][number]

/** Judges lines as an order of them would be, one by one, and takes nothing. The total is that of the lines that are good. */
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

/** The same for who has the products: those of the lines that are for sale. Lines keep what else they have. */
export function checkLines<Line extends Asked>(
  lines: readonly Line[],
  tools: readonly SoldTool[],
  { currency, tax, country }: CheckTerms,
) {
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const judged = lines.map((line) => ({ line, tool: byId.get(line.toolId) }))
  const taxable = judged.flatMap(({ line, tool }) => {
    const { ok, total } = judge(line, tool)
    return ok && tool ? [{ total, rate: taxRateOf(tax, tool.category, country) }] : []
  })
  const cost = taxedTotal(taxable, tax, currency)
  return {
    currency,
    total: toMajor(cost.total, currency),
    tax: { name: tax.name, amount: toMajor(cost.tax, currency), added: tax.prices === 'exclusive' },
    lines: judged.map(({ line, tool }) => checkLine(line, tool, currency)),
  }
}

/** One line, judged as an order of it would be. */
export function checkLine<Line extends Asked>(line: Line, tool: SoldTool | undefined, currency: string) {
  const major = (amount: Minor) => toMajor(amount, currency)
  const { unitPrice, total, nextBreak: next, ...judged } = judge(line, tool)
  return {
    ...line,
    ...judged,
    unitPrice: major(unitPrice),
    total: major(total),
    ...(next && { nextBreak: { from: next.from, unitPrice: major(next.unitPrice), saves: major(next.saves) } }),
  }
}

const gone: JudgedLine = { ok: false, code: 'gone', message: refusals.noSuchTool, unitPrice: minor(0), total: minor(0) }

const judge = ({ quantity }: Asked, tool: SoldTool | undefined): JudgedLine =>
  tool ? judgeLine(quantity, offerOf(tool), tool.availableQuantity) : gone
