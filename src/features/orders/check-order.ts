import { messages } from '#content/messages.ts'
import { findToolsById, type ToolRow } from '#features/catalogue/store.ts'
import { nearestQuantity, nextBreak, priceLine, quantityProblem, sumOf, type Offer } from '#features/pricing/rules.ts'
import type { Database } from '#platform/db/database.ts'
import { minor, toMajor, type Minor } from '#shared/money.ts'
import { offerOf, quantityMessage } from './decide-lines.ts'
import type { CheckedLine, CheckedOrder, OrderCheck } from './schema.ts'

/** Judges lines as an order of them would be, one by one, and takes nothing. The total is that of the lines that are good. */
export async function checkOrder(db: Database, { lines }: OrderCheck, currency: string): Promise<CheckedOrder> {
  const tools = await findToolsById(
    db,
    lines.map(({ toolId }) => toolId),
  )
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const major = (amount: Minor) => toMajor(amount, currency)
  const checked = lines.map((line) => checkLine(line, byId.get(line.toolId)))
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

/** A line as it goes on the wire, but with money in minor units. */
type DecidedLine = Omit<CheckedLine, 'unitPrice' | 'total' | 'nextBreak'> & {
  unitPrice: Minor
  total: Minor
  nextBreak?: ReturnType<typeof nextBreak>
}

function checkLine(line: OrderCheck['lines'][number], tool: ToolRow | undefined): DecidedLine {
  if (!tool)
    return { ...line, ok: false, code: 'gone', message: messages.noSuchTool, unitPrice: minor(0), total: minor(0) }
  const [offer, available] = [offerOf(tool), tool.availableQuantity]
  const next = nextBreak(line.quantity, offer)
  return {
    ...line,
    ...decisionOf(line.quantity, offer, available),
    ...priceLine(line.quantity, offer),
    ...(next && { nextBreak: next }),
  }
}

function decisionOf(
  quantity: number,
  offer: Offer,
  available: number,
): Pick<CheckedLine, 'ok' | 'code' | 'message' | 'suggestion'> {
  const code = quantityProblem(quantity, offer, available)
  if (!code) return { ok: true }
  const suggestion = nearestQuantity(quantity, offer, available)
  return { ok: false, code, message: quantityMessage(code, offer, available), ...(suggestion && { suggestion }) }
}
