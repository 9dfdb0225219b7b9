import { manyUnpaid, messages } from '#content/messages.ts'
import { findToolByName } from '#features/catalogue/store.ts'
import { reserveOrFail, StockGone } from '#features/inventory/stock.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { retryConflicts, sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import { inOrder, inTransaction, type Database } from '#platform/db/database.ts'
import { endWith } from '#platform/db/send-together.ts'
import { keyedRequest, requireSame, type KeyedRequest } from '#platform/http/idempotency-key.ts'
import { newId } from '#platform/ids.ts'
import type { TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { countryName } from '#shared/countries.ts'
import { Failure } from '#shared/errors.ts'
import { costOf, decideLines, requireTotal, type AgreedPrices, type OrderCost } from './decide-lines.ts'
import { createOrderQueue } from './order-queue.ts'
import { chargeOrder, requireCredit } from './on-account.ts'
import { heldUntil, noLimit, type OrderLimits } from './rules.ts'
import type { NewOrder } from './placing-schema.ts'
import { findOrderedTools, findRequest, insertOrder, lockBuyer, type Buyer } from './store.ts'

type Parts = {
  db: Database
  clock: Clock
  currency: string
  tax: TaxRules
  holdHours: number
  limits: OrderLimits
  /** How many connections to the database the process has. */
  connections: number
  /** Removes what is ordered from the buyer's cart, if it still has that version; provided by the cart feature. */
  takeFromCart: TakeFromCart
}
export type TakeFromCart = (
  tx: Database,
  ordered: { buyerId: string; version: number; toolIds: readonly string[] },
) => Promise<void>
/** What was agreed about an order before it is placed. */
export type Agreement = {
  prices: AgreedPrices
  /** In the order's transaction: locks the agreement. @returns the id of the order it has already become, if any. */
  begin: (tx: Database) => Promise<string | undefined>
  /** In the same transaction: records which order it has become. */
  end: (tx: Database, orderId: string) => Promise<void>
}
/** An order and its products; without them if it had been placed before. */
type Placed = { id: string; toolIds?: string[] }

const noLimits: OrderLimits = { unpaidOrders: noLimit, heldShare: 1 }

type With = { request: KeyedRequest | undefined; agreement: Agreement | undefined }

/** How often an order is tried when its stock goes between being read and being taken. */
const tries = 3

/**
 * Places orders, each in one transaction whose steps handle all lines together. With an Idempotency-Key, repeating the same
 * request answers the first order's id, however many are under way at once.
 */
export function createPlaceOrder({ db, clock, currency, tax, holdHours, limits, connections, takeFromCart }: Parts) {
  // A locked product ties up at most a third of the connections.
  const inTurn = createOrderQueue(Math.max(1, Math.floor(connections / 3)))

  /** @throws GivenUp when the key already has an order; nothing is changed then. */
  async function placeIn(
    tx: Database,
    subject: TokenSubject,
    input: NewOrder,
    { request, agreement }: With,
  ): Promise<Placed> {
    const ids = await idsOf(tx, input)
    const [buyer, { orderedTools, unpaid }, earlier] = await inOrder([
      lockBuyer(tx, subject),
      findOrderedTools(tx, ids, subject.id, limits),
      request && findRequest(tx, subject.id, request.key),
    ])
    requireBuyer(buyer, input.email)
    // Before anything is written, so that repeating the same request costs little.
    if (earlier) throw new GivenUp()
    const become = await agreement?.begin(tx)
    if (become) return { id: become }
    const { cartVersion: version } = input
    if (version !== undefined) await takeFromCart(tx, { buyerId: buyer.id, version, toolIds: ids })
    const onAccount = input.payBy === 'invoice'
    // The limits are for held stock: an order on account is a purchase, and an agreement has the shop's consent.
    const applying = onAccount || agreement ? noLimits : limits
    requireRoom(unpaid, applying)
    const accepted = decideLines(input, orderedTools, { limits: applying, agreed: agreement?.prices, tax })
    const cost = costOf(accepted, tax, currency)
    requireTotal(cost, input, currency)
    const id = newId()
    const at = clock.now()
    const account = onAccount ? await requireCredit(tx, buyer.id, cost.total, at) : undefined
    // mutant(condition → false): the commit would only take one more round trip
    if (!account && !agreement) endWith(tx, 2)
    await inOrder([
      write(tx, buyer, input, { id, ...cost, request, createdAt: at, dueAt: account?.dueAt }),
      reserveOrFail(tx, cost.lines, { orderId: id, at }),
    ])
    if (account) await chargeOrder(tx, account, id, at)
    await agreement?.end(tx, id)
    return { id, toolIds: cost.lines.map(({ toolId }) => toolId) }
  }

  function write(
    tx: Database,
    buyer: Buyer,
    { address, phone, country = tax.country, purchaseOrderNumber, note }: NewOrder,
    order: OrderCost & { id: string; request: KeyedRequest | undefined; createdAt: Date; dueAt: Date | undefined },
  ): Promise<void> {
    const said = { address: abroad(address, country, tax.country), phone, country, purchaseOrderNumber, note }
    return insertOrder(tx, { buyer, ...said, ...order, currency, heldUntil: heldUntil(order.createdAt, holdHours) })
  }

  const tryOnce = (subject: TokenSubject, input: NewOrder, more: With) =>
    retryConflicts(() => inTransaction(db, (tx) => placeIn(tx, subject, input, more)))

  async function place(subject: TokenSubject, input: NewOrder, more: With): Promise<Placed> {
    for (let attempt = 1; attempt <= tries; attempt++) {
      try {
        const ordered = { buyer: subject.id, products: productsIn(input) }
        return await inTurn(ordered, () => tryOnce(subject, input, more))
      } catch (error) {
        const earlier = await answeredBefore(db, subject, more.request, error)
        if (earlier) return { id: earlier }
        if (!wasOvertaken(error)) throw error
      }
    }
    throw new Failure('conflict', 'This tool changed while you were ordering. Check it and order again.')
  }

  return {
    place: (subject: TokenSubject, input: NewOrder, key: string | undefined, agreement?: Agreement): Promise<Placed> =>
      place(subject, input, { request: keyedRequest(key, input), agreement }),
  }
}

/** An address as printed on the parcel: it names the country unless that is the seller's own. */
function abroad(address: string, country: string, home: string): string {
  if (country === home) return address
  const name = countryName(country)
  return address.toLowerCase().includes(name.toLowerCase()) ? address : `${address}\n${name}`
}

/** Aborts the transaction of an order that already exists. */
class GivenUp extends Error {}

/** Whether another order came between reading and writing: one with the same key, or one that took the stock. */
const wasOvertaken = (error: unknown): boolean =>
  error instanceof GivenUp || error instanceof StockGone || sqlState(error) === uniqueViolation

const lowerCased = (email: string | undefined): string | undefined => email?.trim().toLowerCase()

/** @throws Failure 'unauthenticated' for a buyer who may not act any more, 'forbidden' for somebody else's e-mail address. */
function requireBuyer(buyer: Buyer | undefined, email: string | undefined): asserts buyer {
  if (!buyer) throw new Failure('unauthenticated', messages.signInFirst)
  if (email !== undefined && lowerCased(email) !== buyer.email) {
    throw new Failure('forbidden', 'You can only order with the e-mail you are signed in with.')
  }
}

/** @throws Failure 'unprocessable' for a buyer who has reached the limit of unpaid orders. */
function requireRoom(unpaid: number, { unpaidOrders }: OrderLimits): void {
  if (unpaid >= unpaidOrders) throw new Failure('unprocessable', manyUnpaid(unpaid))
}

/** Keys for the products of an order before anything is read: their ids, or the name of the only one. */
const productsIn = ({ lines, toolId, productName = '' }: NewOrder): string[] =>
  lines?.map((line) => line.toolId) ?? [toolId ?? productName]

/** The ids of the ordered products. */
async function idsOf(tx: Database, { lines, toolId, productName }: NewOrder): Promise<string[]> {
  if (lines) return lines.map((line) => line.toolId)
  if (toolId) return [toolId]
  const named = productName === undefined ? undefined : await findToolByName(tx, productName)
  return named ? [named.id] : []
}

/** The order of an earlier identical request, whatever made this one fail; undefined if the buyer may not act any more. */
async function answeredBefore(
  db: Database,
  { id }: TokenSubject,
  request: KeyedRequest | undefined,
  error: unknown,
): Promise<string | undefined> {
  if (!request || (error instanceof Failure && error.kind === 'unauthenticated')) return undefined
  const earlier = await findRequest(db, id, request.key)
  if (earlier) requireSame(earlier.hash, request, 'order')
  return earlier?.id
}
