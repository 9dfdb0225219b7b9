import type { CardTool } from '#web/lib/card-tool.ts'
import { ToolCard } from './tool-card.tsx'

/** Cards as cells with shared borders, in 1, 2 or 3 columns depending on the screen width. */
export function ToolGrid({ tools, currency }: { tools: readonly CardTool[]; currency: string }) {
  return (
    <div className="tool-grid cells">
      {tools.map((tool) => (
        <ToolCard key={tool._id} tool={tool} currency={currency} />
      ))}
    </div>
  )
}
