import { NewTool, type Tool, type ToolChange } from '#features/catalogue/schema.ts'

export type ToolField = keyof NewTool & keyof Tool
const toolFields = Object.keys(NewTool.shape) as ToolField[]

/** The fields of a tool that a form can change. */
export function editable({ _id, version: _version, createdAt: _createdAt, ...fields }: Tool): NewTool {
  return fields
}

/** The fields in which two versions of a tool differ. */
export function changedFields(before: NewTool, after: NewTool): ToolField[] {
  return toolFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** The fields that the editor changed, with their new values. */
export function changesOf(before: NewTool, typed: NewTool): Partial<NewTool> {
  const changes: Partial<NewTool> = {}
  const take = <Field extends ToolField>(field: Field) => (changes[field] = typed[field])
  for (const field of changedFields(before, typed)) take(field)
  return changes
}

/** The fields changed both here and by somebody else, to different values. */
export function bothChanged({ before, typed, now }: Record<'before' | 'typed' | 'now', NewTool>): ToolField[] {
  const theirs = changedFields(before, now)
  const differ = changedFields(typed, now)
  return changedFields(before, typed).filter((field) => theirs.includes(field) && differ.includes(field))
}

/** The change that an editor's save sends: stock as the difference to what was seen, so that pieces sold meanwhile stay sold. */
export function changeToSend(seen: Tool, typed: NewTool): ToolChange {
  const { available_quantity, ...words } = changesOf(editable(seen), typed)
  const stock = available_quantity === undefined ? {} : { stock_change: available_quantity - seen.available_quantity }
  return { ...words, ...stock, version: seen.version }
}

/** The form's values after somebody else's change: input made here stays, the rest is updated. */
export function mergeChanges(before: NewTool, typed: NewTool, now: NewTool): NewTool {
  return { ...now, ...changesOf(before, typed) }
}
