import { createHash } from 'node:crypto'
import { findUserById } from '#features/accounts/store.ts'
import { findTool, findToolByName, type ToolRow } from '#features/catalogue/store.ts'
import { messages } from '#content/messages.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import type { Database } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { newId } from '#platform/ids.ts'
import { formatMoney, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { heldUntil, largestCharge, quantityAllowed, totalOf } from './rules.ts'
import type { NewOrder } from './schema.ts'
import { findRequest, placeOrder, type Placement } from './store.ts'

type Parts = { db: Database; clock: Clock; currency: string; holdHours: number }
type Request = NonNullable<Placement['request']>

/** How often an order is decided anew when the tool changed between being read and being taken. */
const tries = 3

/**
 * Places orders. With an Idempotency-Key the same request again answers the first order's id, however many
 * are under way at once.
 */
export function createPlacing({ db, clock, currency, holdHours }: Parts) {
  async function placeOnce(actor: Actor, input: NewOrder, request: Request): Promise<string> {
    const earlier = await earlierOrder(db, actor.id, request)
    if (earlier) return earlier
    try {
      return await placeNew(actor, input, request)
    } catch (error) {
      // Another send of this request may have won since, and have taken the last piece of the stock too.
      const winner = await earlierOrder(db, actor.id, request)
      if (winner) return winner
      throw error
    }
  }

  async function placeNew(actor: Actor, input: NewOrder, request: Request | undefined): Promise<string> {
    for (let attempt = 1; attempt <= tries; attempt++) {
      const tool = await findProduct(db, input)
      const total = decideTotal(tool, input, currency)
      const at = clock.now()
      const placement: Placement = {
        id: newId(),
        tool,
        quantity: input.orderQuantity,
        total,
        currency,
        buyer: { id: actor.id, email: actor.email, name: actor.name, address: input.address, phone: input.phone },
        request,
        at,
        heldUntil: heldUntil(at, holdHours),
      }
      if (await retryConflicts(() => placeOrder(db, placement))) return placement.id
      await requireActive(db, actor)
    }
    throw new Failure('conflict', 'This tool changed while you ordered. Look at it again and repeat your order.')
  }

  return {
    /** @returns the order's id. */
    place: (actor: Actor, input: NewOrder, key: string | undefined): Promise<string> =>
      key ? placeOnce(actor, input, { key, hash: hashOf(input) }) : placeNew(actor, input, undefined),
  }
}

function hashOf(input: NewOrder): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}

async function earlierOrder(db: Database, userId: string, { key, hash }: Request): Promise<string | undefined> {
  const earlier = await findRequest(db, userId, key)
  if (earlier && earlier.hash !== hash)
    throw new Failure('conflict', 'This Idempotency-Key was used for another order.')
  return earlier?.id
}

async function findProduct(db: Database, { toolId, productName }: NewOrder): Promise<ToolRow> {
  if (!toolId && !productName) {
    const message = 'Name the product: its toolId, or its productName.'
    throw new Failure('rule', message, { errors: [{ path: 'toolId', message }] })
  }
  const tool = toolId ? await findTool(db, toolId) : await findToolByName(db, productName ?? '')
  if (!tool) throw new Failure('not-found', 'There is no such tool, or it is gone.')
  return tool
}

/** The total in minor units. @throws Failure 'rule' for the quantity or a total no card takes, 'conflict' for another price. */
function decideTotal(tool: ToolRow, { orderQuantity, totalAmount }: NewOrder, currency: string): Minor {
  if (!quantityAllowed(orderQuantity, { minimum: tool.minimumOrderQuantity, available: tool.availableQuantity })) {
    throw quantityFailure(messages.quantityOutOfRange)
  }
  const total = totalOf(orderQuantity, tool.price)
  if (total > largestCharge) {
    const most = formatMoney(toMajor(largestCharge, currency), currency)
    throw quantityFailure(`One card payment carries at most ${most}. Order less, or ask for a quote.`)
  }
  if (totalAmount !== undefined && toMinor(totalAmount, currency) !== total) {
    const newTotal = toMajor(total, currency)
    throw new Failure('conflict', `The price changed: the total is now ${formatMoney(newTotal, currency)}.`, {
      extra: { totalAmount: newTotal },
    })
  }
  return total
}

function quantityFailure(message: string): Failure {
  return new Failure('rule', message, { errors: [{ path: 'orderQuantity', message }] })
}

async function requireActive(db: Database, { id }: Actor): Promise<void> {
  const user = await findUserById(db, id)
  if (!user || user.removedAt) throw new Failure('unauthenticated', messages.signInFirst)
}
