import { cartMessages } from '#content/cart.ts'
import { refusals } from '#content/refusals.ts'
import { messages } from '#content/messages.ts'
import { actingIn, anybody } from '#features/accounts/acting.ts'
import { knownTools } from '#features/catalogue/store.ts'
import { soldToWire } from '#features/catalogue/wire.ts'
import { checkLines } from '#features/orders/check-order.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import type { Database } from '#platform/db/database.ts'
import { keyedRequest, usedForAnother, type KeyedRequest } from '#platform/http/idempotency-key.ts'
import { refusal } from '#platform/http/validate.ts'
import type { Actor, TokenSubject } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import { priceProblem, toMajor, toMinor } from '#shared/money.ts'
import { changesAt } from './rules.ts'
import type { Cart, CartEntry, NewCart } from './schema.ts'
import { deleteLines, findCart, findCartFor, headOf, replaceLines, writeHead, type CartRows } from './store.ts'

export type CartService = ReturnType<typeof createCart>

/** A retry comes soon, if at all: other changes of the account may come in between, but not many. */
const keptRequests = 20

/** What a buyer collects before ordering: kept in the account, the same on every device. */
export function createCart({ db, currency, tax }: { db: Database; currency: string; tax: TaxRules }) {
  function judged({ version, lines }: CartRows, country?: string): Cart {
    const entries = lines.map(({ tool, toolId, quantity, seenPrice }) => ({
      toolId,
      quantity,
      seenPrice: toMajor(seenPrice, currency),
      tool: soldToWire(tool, currency),
    }))
    const forSale = lines.flatMap(({ tool }) => (tool.deletedAt ? [] : tool))
    const checked = checkLines(entries, forSale, { currency, tax, country })
    return { ...checked, version, lines: checked.lines.map((line) => ({ ...line, changes: changesAt(line) })) }
  }

  /** @throws Failure 'unprocessable' for a product that never existed, or a price that the currency cannot represent. */
  async function toRows(tx: Database, lines: readonly CartEntry[]) {
    const known = await knownTools(
      tx,
      lines.map(({ toolId }) => toolId),
    )
    const priced = lines.map((line) => ({ line, seenPrice: toMinor(line.seenPrice, currency) }))
    const errors = priced.flatMap(({ line, seenPrice }, n) => [
      ...(known.has(line.toolId) ? [] : [{ path: `lines.${n}.toolId`, message: refusals.noSuchTool }]),
      ...(seenPrice === undefined
        ? [{ path: `lines.${n}.seenPrice`, message: priceProblem(line.seenPrice, currency) }]
        : []),
    ])
    if (errors.length > 0) throw refusal('unprocessable', errors)
    // mutant(condition → false): lines without a price were refused above
    return priced.flatMap(({ line, seenPrice }) => (seenPrice === undefined ? [] : { ...line, seenPrice }))
  }

  return {
    /**
     * The reader's own cart, each line judged as if it were ordered now, for that country or the seller's.
     * @throws Failure 'unauthenticated' for a reader who may not act any more.
     */
    async get(reader: TokenSubject, country?: string): Promise<Cart> {
      const found = await findCartFor(db, reader)
      if (!found) throw new Failure('unauthenticated', messages.signInFirst)
      return judged(found, country)
    },

    /**
     * Replaces the whole cart. `key` makes a retry safe: a change that was made already is not made again.
     * @throws Failure 'conflict' for an outdated version or the key of another change, 'unprocessable' for lines no cart can have.
     */
    put: (actor: Actor, { version, lines }: NewCart, key: string | undefined): Promise<Cart> =>
      actingIn(db, actor, anybody, async (tx) => {
        const now = await headOf(tx, actor.id)
        const request = keyedRequest(key, { version, lines })
        if (request && wasMade(now.requests, request)) return judged(await findCart(tx, actor.id))
        const rows = await toRows(tx, lines)
        if (now.version !== version) throw new Failure('conflict', cartMessages.elsewhere)
        const requests = [...now.requests, ...(request ? [keptAs(request)] : [])].slice(-keptRequests)
        await writeHead(tx, actor.id, { version: version + 1, requests })
        await replaceLines(tx, actor.id, rows)
        return judged(await findCart(tx, actor.id))
      }),
  }
}

/** Unambiguous, since no key contains a space. */
const keptAs = ({ key, hash }: KeyedRequest): string => `${key} ${hash}`

/** Whether a change was made before; old entries have a key without a hash. @throws Failure 'conflict' for another change's key. */
function wasMade(requests: readonly string[], request: KeyedRequest): boolean {
  const { key } = request
  const earlier = requests.find((each) => each === key || each.startsWith(`${key} `))
  if (earlier === undefined || earlier === key || earlier === keptAs(request)) return earlier !== undefined
  throw usedForAnother('change')
}

/**
 * Removes what is ordered from the buyer's cart, in the order's transaction, which has locked the buyer.
 * @throws Failure 'conflict' when the cart has changed: its owner would not be ordering what they saw.
 */
export async function takeOrdered(
  tx: Database,
  { buyerId, version, toolIds }: { buyerId: string; version: number; toolIds: readonly string[] },
): Promise<void> {
  const now = await headOf(tx, buyerId)
  if (now.version !== version) {
    const errors = [{ path: 'cartVersion', message: cartMessages.changed, code: 'cart' }]
    throw new Failure('conflict', cartMessages.changed, { errors })
  }
  await writeHead(tx, buyerId, { ...now, version: version + 1 })
  await deleteLines(tx, buyerId, toolIds)
}
