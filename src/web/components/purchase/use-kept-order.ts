import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { z } from 'zod'
import type { Tool } from '#features/catalogue/schema.ts'
import type { PurchaseForm } from '#features/orders/placing-schema.ts'
import { api } from '#web/lib/api.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { drafts } from '#web/lib/drafts.ts'
import { leastOf } from '#web/lib/offer.ts'
import { orderAgainIn } from '#web/lib/order-again.ts'
import { currentUser } from '#web/lib/session.ts'

const KeptOrder = z.object({
  /** Null when the box was left empty. */
  orderQuantity: z.number().nullable(),
  address: z.string(),
  phone: z.string(),
  country: z.string().nullish(),
  /** The order that it was filled in from. */
  again: z.string().optional(),
})
type KeptOrder = z.infer<typeof KeptOrder>

type Parts = {
  tool: Pick<Tool, '_id' | 'minimum_order_quantity' | 'order_increment'>
  user: SessionUser | undefined
  form: UseFormReturn<PurchaseForm, unknown, PurchaseForm>
}

/**
 * Keeps what is typed into a purchase form through a reload, for this product and this account, and fills in the
 * earlier order named in the address. What was typed before either arrives stays.
 */
export function useKeptOrder({ tool, user, form }: Parts) {
  const again = orderAgainIn(useLocation().hash)
  const name = `order:${tool._id}`
  const [gate] = useState(createGate)

  const fill = useEffectEvent(async (owner: string) => {
    const kept = drafts.read(KeptOrder, name, owner)
    const isOther = again !== undefined && kept?.again !== again
    const values = isOther ? ((await earlierOrder(again, tool._id)) ?? kept) : kept
    if (!values) return
    const typed = form.getValues()
    form.setValue('orderQuantity', filledQuantity(values.orderQuantity, typed.orderQuantity, tool))
    for (const field of ['address', 'phone'] as const) if (!typed[field]) form.setValue(field, values[field])
    if (values.country && !typed.country) form.setValue('country', values.country)
    keep()
  })

  function keep(): void {
    // They may have signed out meanwhile, in another tab.
    if (!user || currentUser()?.id !== user.id) return
    const { orderQuantity, address = '', phone = '', country }: Partial<PurchaseForm> = form.getValues()
    drafts.keep(name, user.id, {
      orderQuantity: orderQuantity ?? null,
      address,
      phone,
      country,
      again,
    } satisfies KeptOrder)
  }

  const owner = user?.id
  useEffect(() => {
    if (owner !== undefined) void fill(owner).finally(gate.open)
  }, [owner, gate])

  return { keep, drop: () => drafts.drop(name), filled: gate.opened }
}

/** A promise created before whatever resolves it: the effects of components inside the form run first. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** The form's quantity once the kept one is loaded: a quantity typed before that stays. */
export const filledQuantity = (
  kept: number | null,
  typed: number,
  tool: Pick<Tool, 'minimum_order_quantity' | 'order_increment'>,
): number => (kept !== null && typed === leastOf(tool) ? kept : typed)

/** The values of an earlier order of this product; undefined if it is for another one or unreadable: the form works without. */
async function earlierOrder(orderId: string, toolId: string): Promise<KeptOrder | undefined> {
  const param = { orderId: encodeURIComponent(orderId) }
  const answer = await api.order[':orderId'].$get({ param }).catch(() => undefined)
  const order = await answer?.json()
  return order?.toolId === toolId ? { ...order, again: orderId } : undefined
}
