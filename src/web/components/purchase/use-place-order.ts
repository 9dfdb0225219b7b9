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
  /** Called once the order is placed: what was typed is no longer needed. */
  onPlaced: () => void
}

/**
 * Places the order of a purchase form. A retry after a lost answer cannot order twice; if the price has changed, the form
 * shows the new one and asks first. What was typed stays until the order is placed.
 */
export function usePlaceOrder({ tool, user, currency, tax: rules, form, onPlaced }: Parts) {
  const [attempts] = useState(createAttempts)
  const { offer, changeFor, agree, tell } = useAgreedOffer(offerOf(tool, currency))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  /** The cost of a quantity, and how the unit price has changed while the page was open; in major units. */
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
      // An expired session leads to the login, which says so.
      if (!isSignedOut(error)) void notifyError(messages.orderFailed)
      showProblem(form, error)
    }
    // The page showed outdated data. No reload after other failures: a page that fails to load would lose the form.
    if (status === 409 || status === 422) void revalidate()
  }

  return { place, costOf, agree }
}
