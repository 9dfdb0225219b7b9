import { quantityMessages } from '#content/messages.ts'
import type { MatchedRow, QuickTool } from '#features/quick-order/schema.ts'
import type { SavedList } from '#features/saved-lists/schema.ts'
import { judgeLine } from '#features/orders/rules.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import { sumOf, type Offer } from '#features/pricing/rules.ts'
import { toMajor, type Minor } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'
import { offerOf } from '#web/lib/offer.ts'
import { shown, type Pieces } from './reading.ts'

/** A row of the list: what the buyer wrote, the product they chose for it, and in major units the unit price paid last time. */
export type Row = {
  id: number
  part: string
  quantity: Pieces
  toolId?: string | undefined
  paid?: number | undefined
}

type Meaning = Pick<MatchedRow, 'how' | 'toolIds'>
/** The shop's answers: meanings by part as written, and products by id. */
export type Known = { meanings: ReadonlyMap<string, Meaning>; tools: ReadonlyMap<string, QuickTool> }

/** The questions for the shop: each part without a meaning yet, once per product that it is known to stand for. */
export function openOf(rows: readonly Row[], { meanings }: Known): [part: string, toolId: string | undefined][] {
  const open = new Map<string, [string, string | undefined]>()
  for (const { part, toolId } of rows) if (!meanings.has(part)) open.set(`${toolId} ${part}`, [part, toolId])
  return [...open.values()]
}

/** A line of an earlier order, with its unit price, or of a saved list. */
type KnownLine = SavedList['lines'][number] & { unitPrice?: number }

/** The list with these lines appended, unless it has them all: "Order again" may be pressed twice. */
export function withLines(rows: readonly Row[], lines: readonly KnownLine[]): readonly Row[] {
  const isThere = ({ toolId, quantity }: KnownLine) =>
    rows.some((row) => row.toolId === toolId && row.quantity === quantity)
  if (lines.every(isThere)) return rows
  const next = nextId(rows)
  const added = lines.map(({ toolId, partNumber, productName, quantity, unitPrice }, n) => ({
    id: next + n,
    part: partNumber || productName,
    quantity,
    toolId,
    ...(unitPrice !== undefined && { paid: unitPrice }),
  }))
  return [...rows, ...added]
}

export const nextId = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ id }) => id)) + 1

export type Verdict =
  | { kind: 'waiting' }
  | { kind: 'ready'; tool: QuickTool; quantity: number; isYours: boolean; unitPrice: Minor; total: Minor }
  | { kind: 'quantity'; tool: QuickTool; message: string; suggestion: number | undefined }
  /** An earlier row has the same product. */
  | { kind: 'repeated'; tool: QuickTool; earlier: Row }
  | { kind: 'several' | 'gone' | 'unknown'; candidates: readonly QuickTool[] }

/** The kinds of match that identify exactly one product. */
export const isOne: ReadonlySet<MatchedRow['how']> = new Set(['yours', 'part', 'name'])

/** The verdict on each row, in order. */
export function verdictsOf(rows: readonly Row[], known: Known, currency: string): Verdict[] {
  const first = new Map<string, Row>()
  return rows.map((row) => {
    const meaning = known.meanings.get(row.part)
    const toolId = row.toolId ?? (meaning && isOne.has(meaning.how) ? meaning.toolIds[0] : undefined)
    const tool = toolId === undefined ? undefined : known.tools.get(toolId)
    if (tool) {
      const earlier = first.get(tool._id)
      if (earlier) return { kind: 'repeated', tool, earlier }
      first.set(tool._id, row)
      return judgedRow(row, tool, row.toolId === undefined && meaning?.how === 'yours', currency)
    }
    if (!meaning) return { kind: 'waiting' }
    const candidates = meaning.toolIds.flatMap((id) => known.tools.get(id) ?? [])
    return { kind: meaning.how === 'several' || meaning.how === 'gone' ? meaning.how : 'unknown', candidates }
  })
}

function judgedRow({ quantity }: Row, tool: QuickTool, isYours: boolean, currency: string): Verdict {
  const offer = offerOf(tool, currency)
  if (quantity === null) return { kind: 'quantity', tool, message: 'How many?', suggestion: leastQuantity(offer) }
  // No automatic suggestion: "1.500" may mean fifteen hundred.
  if (typeof quantity === 'string') {
    return { kind: 'quantity', tool, message: unreadMessage(quantity, tool, offer), suggestion: undefined }
  }
  const line = judgeLine(quantity, offer, tool.available_quantity)
  if (!line.ok) return { kind: 'quantity', tool, message: line.message ?? '', suggestion: line.suggestion }
  return { kind: 'ready', tool, quantity, isYours, unitPrice: line.unitPrice, total: line.total }
}

/** Why the text written as a quantity cannot be ordered. */
function unreadMessage(written: string, { available_quantity: available }: QuickTool, offer: Offer): string {
  const number = numberIn(written)
  if (number < 0) return quantityMessages.minimum(leastQuantity(offer))
  if (number > available) return quantityMessages.available(available)
  return quantityMessages.noNumber(leastQuantity(offer))
}

type Judged = { row: Row; verdict: Verdict }

/** The unit price paid last time if it differs from the current one, in major units. */
export function paidBefore({ row, verdict }: Judged, currency: string): number | undefined {
  if (verdict.kind !== 'ready' || row.paid === toMajor(verdict.unitPrice, currency)) return undefined
  return row.paid
}

/** The rows in display order: if some come from an earlier order, rows that differ now come first. */
export function inOrder(judged: readonly Judged[], currency: string): readonly Judged[] {
  if (judged.every(({ row }) => row.paid === undefined)) return judged
  const rank = (each: Judged) => (each.verdict.kind !== 'ready' ? 0 : paidBefore(each, currency) === undefined ? 2 : 1)
  return judged.toSorted((a, b) => rank(a) - rank(b))
}

/** The total of the rows that are ready. */
export const totalOf = (verdicts: readonly Verdict[]): Minor =>
  sumOf(verdicts.flatMap((verdict) => (verdict.kind === 'ready' ? verdict : [])))

/** A fix for a row that needs one press and no choice by the buyer. */
export type Mend = { set: number } | { merge: Row }

export function mendOf(verdict: Verdict): Mend | undefined {
  if (verdict.kind === 'quantity' && verdict.suggestion !== undefined) return { set: verdict.suggestion }
  return verdict.kind === 'repeated' ? { merge: verdict.earlier } : undefined
}

/** Adds two quantities. Text that is not a number is kept next to the other quantity for the buyer to resolve. */
function together(one: Pieces, other: Pieces): Pieces {
  if (one === null || other === null) return one ?? other
  return typeof one === 'number' && typeof other === 'number' ? one + other : shown(`${one} + ${other}`)
}

/** Applies a fix: sets the quantity, or merges two rows of one product into one with the summed quantity. */
export function mended(rows: readonly Row[], { id, quantity }: Row, mend: Mend): Row[] {
  if ('set' in mend) return rows.map((row) => (row.id === id ? { ...row, quantity: mend.set } : row))
  return rows.flatMap((row) => {
    if (row.id === id) return []
    return row.id === mend.merge.id ? { ...row, quantity: together(row.quantity, quantity) } : row
  })
}

/** Applies every fix that needs no choice: first merges repeated products, then corrects quantities. */
export function allMended(rows: readonly Row[], known: Known, currency: string): readonly Row[] {
  const once = new Map(rows.map((row) => [row.id, row]))
  verdictsOf(rows, known, currency).forEach((verdict, n) => {
    const row = rows[n]
    const into = verdict.kind === 'repeated' && once.get(verdict.earlier.id)
    if (!row || !into) return
    once.set(into.id, { ...into, quantity: together(into.quantity, row.quantity) })
    once.delete(row.id)
  })
  const left = [...once.values()]
  const verdicts = verdictsOf(left, known, currency)
  return left.map((row, n) => {
    const mend = mendOf(verdicts[n] ?? { kind: 'waiting' })
    return mend && 'set' in mend ? { ...row, quantity: mend.set } : row
  })
}
