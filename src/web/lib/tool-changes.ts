import type { NewTool, Tool } from '#features/catalogue/schema.ts'

const toolFields = [
  'name',
  'description',
  'price',
  'img',
  'category',
  'part_number',
  'minimum_order_quantity',
  'available_quantity',
  'specification',
] as const satisfies readonly (keyof NewTool & keyof Tool)[]
export type ToolField = (typeof toolFields)[number]

/** What a form can change of a tool. */
export function editable({ _id, version: _version, createdAt: _createdAt, ...fields }: Tool): NewTool {
  return fields
}

/** The fields in which two versions of a tool differ. */
export function changedFields(before: NewTool, after: NewTool): ToolField[] {
  return toolFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** The fields that the editor changed, with what they are to be. */
export function changesOf(before: NewTool, typed: NewTool): Partial<NewTool> {
  const changes: Partial<NewTool> = {}
  const take = <Field extends ToolField>(field: Field) => (changes[field] = typed[field])
  for (const field of changedFields(before, typed)) take(field)
  return changes
}

/** What the form shows after somebody else's change: what was typed here stays, the rest is as it is now. */
export function mergeChanges(before: NewTool, typed: NewTool, now: NewTool): NewTool {
  return { ...now, ...changesOf(before, typed) }
}
