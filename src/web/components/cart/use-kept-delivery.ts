import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { DeliveryForm } from '#features/orders/placing-schema.ts'
import type { PayBy } from '#features/orders/schema.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { drafts } from '#web/lib/drafts.ts'
import { currentUser } from '#web/lib/session.ts'

const name = 'order:cart'
const fields = ['address', 'phone', 'purchaseOrderNumber', 'note'] as const
const Kept = z.object({
  address: z.string(),
  phone: z.string(),
  country: z.string().optional(),
  purchaseOrderNumber: z.string(),
  note: z.string(),
})

export type DeliveryInput = {
  address: string
  phone: string
  country?: string | undefined
  purchaseOrderNumber?: string | undefined
  note?: string | undefined
  payBy?: PayBy | undefined
}
export type Delivery = UseFormReturn<DeliveryInput, unknown, DeliveryForm>

/** The phone in the delivery form of the cart: what was typed, or the one of a saved address. */
export const phoneOfDelivery = (owner: string): string => drafts.read(Kept, name, owner)?.phone ?? ''

/** Whether delivery details are kept for the next form. */
export function hasKeptDelivery(owner: string): boolean {
  const { country: _preset, ...typed } = drafts.read(Kept, name, owner) ?? {}
  return Object.values(typed).some((text) => text !== '')
}

/** Keeps the typed delivery details through a reload, for this account in this tab. */
export function useKeptDelivery({ id: owner }: SessionUser, form: Delivery, onCountry: (country: string) => void) {
  const fill = useEffectEvent(() => {
    const kept = drafts.read(Kept, name, owner)
    if (!kept) return
    for (const field of fields) if (!form.getValues(field)) form.setValue(field, kept[field])
    if (!kept.country || form.getValues('country')) return
    form.setValue('country', kept.country)
    onCountry(kept.country)
  })
  useEffect(() => fill(), [owner])

  function keep(): void {
    // They may have signed out meanwhile, in another tab.
    if (currentUser()?.id !== owner) return
    const typed: Partial<DeliveryInput> = form.getValues()
    const { address = '', phone = '', country, purchaseOrderNumber = '', note = '' } = typed
    drafts.keep(name, owner, { address, phone, country, purchaseOrderNumber, note } satisfies z.infer<typeof Kept>)
  }
  return { keep, drop: () => drafts.drop(name) }
}
