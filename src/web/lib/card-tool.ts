import type { Tool } from '#features/catalogue/schema.ts'

/** The fields of a tool that a card shows: a list of cards need not carry the rest. */
export type CardTool = Omit<Tool, 'category' | 'specification' | 'version' | 'createdAt'>

export function cardTool({
  category: _category,
  specification: _specification,
  version: _version,
  createdAt: _createdAt,
  ...card
}: CardTool & Partial<Tool>): CardTool {
  return card
}
