import { createHash } from 'node:crypto'
import { findTool, findToolByName, type ToolRow } from '#features/catalogue/store.ts'
import { messages } from '#content/messages.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import type { Database } from '#platform/db/database.ts'
import type { Actor, TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { newId } from '#platform/ids.ts'
import { formatMoney, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { heldUntil, largestCharge, quantityAllowed, totalOf } from './rules.ts'
import type { NewOrder } from './schema.ts'
import { findRequest, placeOrder, type OrderPlacement } from './store.ts'

type Parts = {
  db: Database
  clock: Clock
  currency: string
  holdHours: number
  actorOf: (buyer: TokenSubject) => Promise<Actor>
}
type Request = NonNullable<OrderPlacement['request']>
/** An order; not a new one when this request was sent before. */
type Placed = { id: string; isNew: boolean }

/** How often an order is tried again when the tool changed between being refused and being read for the reason. */
const tries = 3

/**
 * Places orders, each with one statement that decides by itself; only for one it refused is read what stood in the way.
 * With an Idempotency-Key the same request again answers the first order's id, however many are under way at once.
 */
export function createPlaceOrder({ db, clock, currency, holdHours, actorOf }: Parts) {
  async function placeOnce(buyer: TokenSubject, input: NewOrder, request: Request): Promise<Placed> {
    try {
      return await placeNew(buyer, input, request)
    } catch (error) {
      // mutant(logic → error.kind === 'unauthenticated'): only a Failure has a kind
      if (error instanceof Failure && error.kind === 'unauthenticated') throw error
      // This request may have been sent before, and have taken the last piece of the stock too.
      const earlier = await earlierOrder(db, buyer.id, request)
      if (earlier) return { id: earlier, isNew: false }
      throw error
    }
  }

  async function placeNew(buyer: TokenSubject, input: NewOrder, request: Request | undefined): Promise<Placed> {
    for (let attempt = 1; attempt <= tries; attempt++) {
      // mutant(logic → .id): it would only read once more
      const toolId = input.toolId ?? (await findProduct(db, input)).id
      const placement = placementOf(buyer, toolId, input, request)
      if (await retryConflicts(() => placeOrder(db, placement))) return { id: placement.id, isNew: true }
      await explainRefusal(buyer, input)
    }
    throw new Failure('conflict', 'This tool changed while you were ordering. Check it and order again.')
  }

  function placementOf(
    buyer: TokenSubject,
    toolId: string,
    input: NewOrder,
    request: Request | undefined,
  ): OrderPlacement {
    const { orderQuantity: quantity, totalAmount, address, phone } = input
    const at = clock.now()
    return {
      id: newId(),
      toolId,
      quantity,
      expectedTotal: totalAmount === undefined ? undefined : (toMinor(totalAmount, currency) ?? noTotal),
      currency,
      buyer: { ...buyer, email: lowerCased(input.email), address, phone },
      request,
      at,
      heldUntil: heldUntil(at, holdHours),
    }
  }

  /** @throws Failure for what stands in the way of an order, if anything still does. */
  async function explainRefusal(buyer: TokenSubject, input: NewOrder): Promise<void> {
    const { email } = await actorOf(buyer)
    if (input.email !== undefined && lowerCased(input.email) !== email) {
      throw new Failure('forbidden', 'You can only order with the e-mail you are signed in with.')
    }
    requireOrderable(await findProduct(db, input), input, currency)
  }

  return {
    place: (buyer: TokenSubject, input: NewOrder, key: string | undefined): Promise<Placed> =>
      key ? placeOnce(buyer, input, { key, hash: hashOf(input) }) : placeNew(buyer, input, undefined),
  }
}

/** Stands for an amount that the currency cannot carry: no order has it. */
const noTotal: Minor = 0

const lowerCased = (email: string | undefined): string | undefined => email?.trim().toLowerCase()

function hashOf(input: NewOrder): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}

async function earlierOrder(db: Database, userId: string, { key, hash }: Request): Promise<string | undefined> {
  const earlier = await findRequest(db, userId, key)
  if (earlier && earlier.hash !== hash)
    throw new Failure('conflict', 'This Idempotency-Key has already been used for another order.')
  return earlier?.id
}

async function findProduct(db: Database, { toolId, productName }: NewOrder): Promise<ToolRow> {
  if (!toolId && !productName) {
    const message = 'Say which product: give its toolId or its productName.'
    throw new Failure('unprocessable', message, { errors: [{ path: 'toolId', message }] })
  }
  // mutant(logic → productName): one of the two is there
  const tool = toolId ? await findTool(db, toolId) : await findToolByName(db, productName ?? '')
  if (!tool) throw new Failure('not-found', 'There is no such tool, or it has been removed.')
  return tool
}

/** @throws Failure 'unprocessable' for the quantity or a total no card takes, 'conflict' for a total that is not the expected one. */
function requireOrderable(tool: ToolRow, { orderQuantity, totalAmount }: NewOrder, currency: string): void {
  if (!quantityAllowed(orderQuantity, { minimum: tool.minimumOrderQuantity, available: tool.availableQuantity })) {
    throw quantityFailure(messages.quantityOutOfRange)
  }
  const total = totalOf(orderQuantity, tool.price)
  if (total > largestCharge) {
    const most = formatMoney(toMajor(largestCharge, currency), currency)
    throw quantityFailure(`A card payment can be ${most} at most. Order less, or ask for a quote.`)
  }
  if (totalAmount !== undefined && toMinor(totalAmount, currency) !== total) {
    const newTotal = toMajor(total, currency)
    throw new Failure('conflict', `The price has changed: the total is now ${formatMoney(newTotal, currency)}.`, {
      extra: { totalAmount: newTotal, unitPrice: toMajor(tool.price, currency) },
    })
  }
}

function quantityFailure(message: string): Failure {
  return new Failure('unprocessable', message, { errors: [{ path: 'orderQuantity', message }] })
}
