import type { Tool } from '#features/catalogue/schema.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { ToolCard } from './tool-card.tsx'

/** Cards as cells that share their lines: 1, 2 or 3 columns by the width of the screen. */
export function ToolGrid({ tools, currency }: { tools: readonly Tool[]; currency: string }) {
  return (
    <div className="tool-grid cells">
      {tools.map((tool) => (
        <ToolCard key={tool._id} tool={tool} currency={currency} />
      ))}
    </div>
  )
}

export function SkeletonGrid({ cards }: { cards: number }) {
  return (
    <div className="tool-grid cells" role="status" aria-label="Loading the tools">
      {Array.from({ length: cards }, (_, card) => (
        <SkeletonCard key={card} />
      ))}
    </div>
  )
}
