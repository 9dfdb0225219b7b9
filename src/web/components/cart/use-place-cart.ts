import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { openChanges } from '#content/cart.ts'
import { messages } from '#content/messages.ts'
import type { DeliveryForm, NewOrder } from '#features/orders/placing-schema.ts'
import type { FieldError } from '#shared/errors.ts'
import { api } from '#web/lib/api.ts'
import type { CartKeeper } from '#web/lib/cart/keeper.ts'
import { tellOrdered } from '#web/lib/cart/ordered.ts'
import type { LineView } from '#web/lib/cart/view.ts'
import { pathAfter } from '#web/lib/path-after.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { ApiProblem, isSignedOut } from '#web/lib/problem.ts'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import type { Delivery } from './use-kept-delivery.ts'

/** The order as the page shows it, with how many of its lines have to be agreed to first. */
export type ShownOrder = {
  lines: readonly LineView[]
  total: number
  /** The tax included in the total. */
  tax: number
  currency: string
  open: number
  /** How many of its lines cannot be ordered as they are, including those the shop has refused. */
  wrong: number
}

/** Why an order was refused for a line, and the quantity that would be accepted instead. */
export type Refusal = Pick<FieldError, 'message' | 'suggestion'>
/** The refusals of an order by product id. */
export type Refusals = Readonly<Record<string, Refusal>>

type Parts = {
  user: SessionUser
  cart: CartKeeper
  order: ShownOrder
  form: Delivery
  onOpen: () => void
  onRefused: (refusals: Refusals) => void
  /** Called once the order is placed: what was typed is no longer needed. */
  onPlaced: () => void
}

/**
 * Places the order the page shows at the total it shows, or says at each line why not. A retry after a lost answer
 * cannot order twice. What was typed stays until the order is placed.
 */
export function usePlaceCart({ user, cart, order, form, onOpen, onRefused, onPlaced }: Parts) {
  const [attempts] = useState(createAttempts)
  const navigate = useNavigate()
  const asked = order.lines
    .map(({ entry: { toolId, quantity, seenPrice } }) => `${toolId} ${quantity} ${seenPrice}`)
    .join()
  // A change to the lines makes the refusal out of date.
  useEffect(() => form.clearErrors('root'), [form, asked])

  async function place(delivery: DeliveryForm): Promise<void> {
    if (order.open > 0) {
      form.setError('root', { type: 'open', message: openChanges(order.open) })
      return onOpen()
    }
    try {
      await saved()
      const body: NewOrder = {
        ...delivery,
        lines: order.lines.map(({ entry: { toolId, quantity } }) => ({ toolId, quantity })),
        email: user.email,
        name: user.name,
        totalAmount: order.total,
        cartVersion: cart.state().saved?.version,
      }
      const answer = await api.order.$post({ json: body, header: attempts.headerFor(body) })
      const { _id } = await answer.json()
      tellOrdered(user.id, cart)
      onPlaced()
      void notifySuccess(messages.orderPlaced)
      await navigate(pathAfter(_id, delivery.payBy))
      // The cart no longer holds what was ordered.
      cart.renew()
    } catch (error) {
      refuse(error)
    }
  }

  /** The order must match the saved cart. @throws ApiProblem */
  async function saved(): Promise<void> {
    if (cart.state().unsaved) await cart.retry()
  }

  function refuse(error: unknown): void {
    // An expired session leads to the login, and a cart that changed meanwhile is shown as it is now: both say so.
    if (!isSignedOut(error) && !isChanged(error)) void notifyError(messages.orderFailed)
    showProblem(form, error)
    if (!(error instanceof ApiProblem)) return
    const refusals = refusalsIn(error, order.lines)
    if (Object.keys(refusals).length > 0) form.setError('root', { type: ofLines })
    onRefused(refusals)
    // The page showed outdated data.
    if (error.status === 409 || error.status === 422) cart.renew()
  }

  return place
}

/** The type of a form error about lines. How many those are changes with what is learned of the products. */
export const ofLines = 'lines'

/** Whether the cart was no longer the one that the page showed. */
const isChanged = (error: unknown): boolean =>
  error instanceof ApiProblem && error.errors.some(({ path }) => path === 'cartVersion')

/** The errors of a refused order that are about a single line, by product. */
function refusalsIn({ errors }: ApiProblem, lines: readonly LineView[]): Refusals {
  return Object.fromEntries(
    errors.flatMap((error) => {
      const [, position] = /^lines\.(\d+)\./.exec(error.path) ?? []
      const line = position === undefined ? undefined : lines[Number(position)]
      return line ? [[line.entry.toolId, error]] : []
    }),
  )
}
