import { useState } from 'react'
import { messages } from '#content/messages.ts'
import type { CardTool } from '#web/lib/card-tool.ts'
import { Button } from '#web/ui/button.tsx'
import { notifyError } from '#web/ui/notify.ts'

type AddToOrderProps = { tool: CardTool; currency: string; quantity?: number; disabled?: boolean; className?: string }

/** Adds a product to the user's cart: `quantity` pieces, or the minimum. Its code loads with the first press. */
export function AddToOrder({ tool, currency, quantity, disabled, className = '' }: AddToOrderProps) {
  const [busy, setBusy] = useState(false)
  async function add(): Promise<void> {
    setBusy(true)
    await import('#web/lib/cart/add-to-order.tsx').then(
      ({ addToOrder }) => addToOrder(tool, currency, quantity),
      () => notifyError(messages.codeMissing),
    )
    setBusy(false)
  }
  return (
    <Button
      variant="outline"
      className={`when-signed-in ${className}`}
      aria-label={`Add to order: ${tool.name}`}
      disabled={disabled}
      busy={busy}
      onClick={() => void add()}
    >
      Add to order
    </Button>
  )
}
