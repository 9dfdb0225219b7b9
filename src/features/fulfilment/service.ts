import { actingIn } from '#features/accounts/acting.ts'
import { recordOrderAct } from '#features/orders/audited.ts'
import { linesOfOrder, markDelivered, markPacked, markShipped } from '#features/orders/after-payment.ts'
import { lockOrder } from '#features/orders/lifecycle.ts'
import { noSuchOrder, requireStaff } from '#features/orders/policy.ts'
import { mayTake, staffSteps, type StaffStep } from '#features/orders/rules.ts'
import type { OrderRow } from '#features/orders/store.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { allLeft, partOf, shippingProblems } from './rules.ts'
import type { Arrival, NewParcel } from './schema.ts'
import { insertParcel, listParcels, setDelivered } from './store.ts'

export type Fulfilment = ReturnType<typeof createFulfilment>

type Parts = {
  db: Database
  clock: Clock
  /** Called after a step of an order is committed. */
  onStep: () => void
}

/** How staff get an order to its buyer: pack, ship in one parcel or several, deliver. */
export function createFulfilment({ db, clock, onStep }: Parts) {
  /** Locks an order and takes a step with it, if the actor may and its state allows it. */
  async function take(
    actor: Actor,
    id: string,
    step: StaffStep,
    work: (tx: Database, order: OrderRow) => Promise<void>,
  ): Promise<void> {
    await actingIn(db, actor, requireStaff, async (tx) => {
      const order = await lockOrder(tx, id)
      if (!order) throw noSuchOrder()
      if (!mayTake(step, order.state)) {
        throw new Failure('conflict', `This order is ${order.state}. ${staffSteps[step].because}`)
      }
      await work(tx, order)
    })
    onStep()
  }

  return {
    /** Records that what is left is packed; repeating it changes nothing. @throws Failure 'forbidden', 'not-found', 'conflict'. */
    pack: (actor: Actor, id: string): Promise<void> =>
      take(actor, id, 'pack', async (tx, order) => {
        if (order.packedAt !== null) return
        const at = clock.now()
        await markPacked(tx, order, { at, actorId: actor.id })
        await recordOrderAct(tx, 'order.packed', order, { at, actor })
      }),

    /**
     * Sends a parcel with everything that is left, or with the given lines.
     * @throws Failure 'forbidden', 'not-found', 'conflict' where nothing is left or another parcel was sent meanwhile,
     * 'unprocessable' for more than is left, naming each line.
     */
    ship: (actor: Actor, id: string, { carrier, tracking, lines, parcelsBefore }: NewParcel): Promise<void> =>
      take(actor, id, 'ship', async (tx, order) => {
        if (parcelsBefore !== undefined && (await listParcels(tx, id)).length !== parcelsBefore) {
          throw new Failure(
            'conflict',
            'Another parcel of this order was sent in the meantime. Check it, then send the rest.',
          )
        }
        const ordered = await linesOfOrder(tx, id)
        const sent = lines ?? allLeft(ordered)
        if (sent.length === 0) throw new Failure('conflict', 'Nothing in this order is left to send.')
        const errors = shippingProblems(ordered, sent)
        if (errors[0]) throw new Failure('unprocessable', errors[0].message, { errors })
        const parcel = { id: newId(), orderId: id, carrier, tracking: tracking ?? null, lines: sent }
        const at = clock.now()
        await insertParcel(tx, { ...parcel, shippedAt: at, shippedBy: actor.id })
        const details = { carrier, tracking, parcel: parcel.id, part: partOf(ordered, sent) }
        await markShipped(tx, order, sent, { at, actorId: actor.id, details })
        const after = { carrier, ...(tracking && { tracking }), lines: sent }
        await recordOrderAct(tx, 'order.shipped', order, { at, actor, after })
      }),

    /**
     * Records that a parcel has arrived, or all that are on their way; with the last one the order is delivered.
     * @throws Failure 'forbidden', 'not-found', 'conflict' where none is on its way.
     */
    deliver: (actor: Actor, id: string, { parcel }: Arrival): Promise<void> =>
      take(actor, id, 'deliver', async (tx, order) => {
        const onTheirWay = (await listParcels(tx, id)).filter(({ deliveredAt }) => deliveredAt === null)
        const arrived = parcel === undefined ? onTheirWay : onTheirWay.filter((each) => each.id === parcel)
        if (arrived.length === 0) throw new Failure('conflict', 'No parcel of this order is on its way.')
        const at = clock.now()
        const ids = arrived.map((each) => each.id)
        await setDelivered(tx, id, ids, at)
        const isLast = order.state === 'shipped' && arrived.length === onTheirWay.length
        await markDelivered(tx, order, isLast, { at, actorId: actor.id, details: parcel ? { parcel } : {} })
        await recordOrderAct(tx, 'order.delivered', order, { at, actor })
      }),
  }
}
