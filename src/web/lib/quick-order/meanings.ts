import { longestPart } from '#features/quick-order/schema.ts'
import { api } from '#web/lib/api.ts'
import type { Known } from './list.ts'

/** Asks the shop what parts mean, each with the product it is known to stand for, if any. */
export async function meaningsOf(parts: readonly [part: string, toolId?: string | null | undefined][]): Promise<Known> {
  // The quantity does not matter here: it is judged in the browser as it is typed.
  const rows = parts.map(([part, toolId]) => ({
    part: part.slice(0, longestPart),
    quantity: 0,
    ...(toolId && { toolId }),
  }))
  const answer = await (await api['quick-order'].$post({ json: { rows } })).json()
  return {
    meanings: new Map(parts.flatMap(([part], n) => (answer.rows[n] ? [[part, answer.rows[n]]] : []))),
    tools: new Map(answer.tools.map((tool) => [tool._id, tool])),
  }
}
