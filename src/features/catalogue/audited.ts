import { changedFields, recordAudit, type AuditEntry } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import { toolFields, type Tool } from './schema.ts'

type Act = Pick<AuditEntry, 'at' | 'actor'>
/** The number of pieces before and after. */
export type StockStep = { from: number; to: number }

/** Every field an editor fills in except the stock, which also changes by itself. */
const words = toolFields.filter((field) => field !== 'available_quantity')

const subjectOf = ({ _id, name }: Pick<Tool, '_id' | 'name'>) => ({ type: 'tool', id: _id, label: name })

/** Records that a product was added, or which of its fields changed. */
export async function recordWords(tx: Database, act: Act, before: Tool | undefined, after: Tool): Promise<void> {
  if (!before) {
    const added = Object.fromEntries(toolFields.map((field) => [field, after[field]]))
    return recordAudit(tx, { ...act, action: 'tool.added', subject: subjectOf(after), after: added })
  }
  const changed = changedFields(before, after, words)
  if (changed) await recordAudit(tx, { ...act, action: 'tool.changed', subject: subjectOf(after), ...changed })
}

/** Records that staff changed the stock of a product, with their note. */
export async function recordStock(
  tx: Database,
  act: Act,
  tool: Pick<Tool, '_id' | 'name'>,
  { from, to, received = false, note }: StockStep & { received?: boolean; note?: string | undefined },
): Promise<void> {
  if (from === to) return
  await recordAudit(tx, {
    ...act,
    action: received ? 'stock.received' : 'stock.corrected',
    subject: subjectOf(tool),
    before: { available_quantity: from },
    after: { available_quantity: to, ...(note && { note }) },
  })
}

/** Records that a product was taken off the lists, or put back. */
export async function recordListing(
  tx: Database,
  act: Act,
  action: 'tool.deleted' | 'tool.restored',
  tool: Pick<Tool, '_id' | 'name'>,
): Promise<void> {
  await recordAudit(tx, { ...act, action, subject: subjectOf(tool) })
}
