import { useEffect, useRef, useState } from 'react'
import type { CartState } from '#web/lib/cart/keeper.ts'
import { onOrdered } from '#web/lib/cart/ordered.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'

/** How the lines that this page showed last were taken out of the cart, by another window or device; undefined if they were not. */
export type Taken = 'ordered' | 'unknown' | undefined

/** @param removed the products taken out on this page. */
export function useTaken(owner: string, { saved, lines }: CartState, removed: readonly string[]): Taken {
  const [seen, setSeen] = useState<{ version: number; toolIds: string[] }>()
  const [ordered, setOrdered] = useState(-1)
  useEffect(() => onOrdered(owner, setOrdered), [owner])
  if (saved && lines.length > 0 && seen?.version !== saved.version) {
    setSeen({ version: saved.version, toolIds: lines.map(({ toolId }) => toolId) })
  }
  const isTaken = lines.length === 0 && seen?.toolIds.some((toolId) => !removed.includes(toolId))
  if (!seen || !isTaken) return undefined
  return ordered >= seen.version ? 'ordered' : 'unknown'
}

/** In place of the lines and the form, whose typed details would otherwise be gone without a word. */
export function TakenElsewhere({ taken, isTyped }: { taken: Taken; isTyped: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The form that held the focus is gone.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} role="status">
      <EmptyState
        title={taken === 'ordered' ? 'Ordered in another window' : 'Nothing in your order any more'}
        action={
          <ButtonLink to="/dashboard/myorders" variant="primary">
            My Orders
          </ButtonLink>
        }
      >
        {taken === 'ordered'
          ? 'These products were ordered there meanwhile, and not again here.'
          : 'It was ordered or emptied in another window or on another device meanwhile. Nothing was ordered here.'}
        {isTyped && ' The delivery details you typed here are kept for your next order.'}
      </EmptyState>
    </div>
  )
}
