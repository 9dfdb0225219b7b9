import { refusals } from '#content/refusals.ts'
import { findToolsById, type ToolRow } from '#features/catalogue/store.ts'
import { sumOf } from '#features/pricing/rules.ts'
import type { Database } from '#platform/db/database.ts'
import { minor, toMajor, type Minor } from '#shared/money.ts'
import { offerOf } from './decide-lines.ts'
import { judgeLine, type JudgedLine } from './rules.ts'
import type { CheckedOrder, OrderCheck } from './schema.ts'

/** Judges lines as an order of them would be, one by one, and takes nothing. The total is that of the lines that are good. */
export async function checkOrder(db: Database, { lines }: OrderCheck, currency: string): Promise<CheckedOrder> {
  const tools = await findToolsById(
    db,
    lines.map(({ toolId }) => toolId),
  )
  return checkLines(lines, tools, currency)
}

/** The same for who has the products: those of the lines that are for sale. Lines keep what else they have. */
export function checkLines<Line extends OrderCheck['lines'][number]>(
  lines: readonly Line[],
  tools: readonly ToolRow[],
  currency: string,
) {
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const major = (amount: Minor) => toMajor(amount, currency)
  const checked = lines.map((line) => ({ ...line, ...judge(line.quantity, byId.get(line.toolId)) }))
  return {
    currency,
    total: major(sumOf(checked.filter(({ ok }) => ok))),
    lines: checked.map(({ unitPrice, total, nextBreak: next, ...line }) => ({
      ...line,
      unitPrice: major(unitPrice),
      total: major(total),
      ...(next && { nextBreak: { from: next.from, unitPrice: major(next.unitPrice), saves: major(next.saves) } }),
    })),
  }
}

const gone: JudgedLine = { ok: false, code: 'gone', message: refusals.noSuchTool, unitPrice: minor(0), total: minor(0) }

const judge = (quantity: number, tool: ToolRow | undefined): JudgedLine =>
  tool ? judgeLine(quantity, offerOf(tool), tool.availableQuantity) : gone
