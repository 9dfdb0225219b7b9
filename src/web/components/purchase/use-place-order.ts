import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import { messages } from '#content/messages.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import type { NewOrder, PurchaseForm } from '#features/orders/placing-schema.ts'
import { priceLine } from '#features/pricing/rules.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { minor, toMajor, toMinor } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { pathAfter } from '#web/lib/path-after.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { ApiProblem, isSignedOut } from '#web/lib/problem.ts'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { offerOf } from '#web/lib/offer.ts'
import { taxedSum } from '#web/lib/tax.ts'
import { useAgreedOffer } from './use-agreed-offer.ts'

type Parts = {
  tool: Tool
  user: SessionUser | undefined
  currency: string
  tax: TaxRules
  form: UseFormReturn<PurchaseForm, unknown, PurchaseForm>
  /** The order stands: what was typed is needed no longer. */
  onPlaced: () => void
}

/**
 * Places the order of a purchase form. Sending again after a lost answer cannot order twice; a price that changed is shown
 * and asked about, not taken. What was typed stays until the order stands.
 */
export function usePlaceOrder({ tool, user, currency, tax: rules, form, onPlaced }: Parts) {
  const [attempts] = useState(createAttempts)
  const { offer, changeFor, agree, tell } = useAgreedOffer(offerOf(tool, currency))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  /** What so many cost, and how the price of one has changed while the page was open; in major units. */
  function costOf(quantity: number, country: string | undefined) {
    const { unitPrice, total } = priceLine(quantity, offer)
    const change = changeFor(quantity)
    return {
      unitPrice: toMajor(unitPrice, currency),
      ...taxedSum([{ total, category: tool.category }], { rules, currency, country }),
      priceChange: change && { from: toMajor(change.from, currency), to: toMajor(change.to, currency) },
    }
  }

  async function place(values: PurchaseForm): Promise<void> {
    if (!user) return
    agree()
    const order: NewOrder = {
      ...values,
      toolId: tool._id,
      email: user.email,
      name: user.name,
      productName: tool.name,
      img: tool.img,
      totalAmount: costOf(values.orderQuantity, values.country).total,
    }
    try {
      const answer = await api.order.$post({ json: order, header: attempts.headerFor(order) })
      const { _id } = await answer.json()
      onPlaced()
      void notifySuccess(messages.orderPlaced)
      void navigate(pathAfter(_id, values.payBy))
    } catch (error) {
      refuse(error)
    }
  }

  function refuse(error: unknown): void {
    const status = error instanceof ApiProblem ? error.status : undefined
    const newPrice = error instanceof ApiProblem && status === 409 ? error.extra['unitPrice'] : undefined
    if (typeof newPrice === 'number') {
      tell(toMinor(newPrice, currency) ?? minor(0))
    } else {
      // A session that is over leads to the login, which says so.
      if (!isSignedOut(error)) void notifyError(messages.orderFailed)
      showProblem(form, error)
    }
    // What is shown was no longer true. Not after other failures: a page that does not load would take the form with it.
    if (status === 409 || status === 422) void revalidate()
  }

  return { place, costOf, agree }
}
