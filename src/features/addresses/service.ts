import { actingIn, anybody } from '#features/accounts/acting.ts'
import type { Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { madeBefore, once } from '#platform/http/once.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { postalText } from './rules.ts'
import { mostAddresses, type DeliveryAddress, type NewAddress } from './schema.ts'
import {
  addressesOf,
  chooseDefault,
  countAddresses,
  deleteAddress,
  findAddress,
  putAddress,
  type AddressRow,
} from './store.ts'

export type Addresses = ReturnType<typeof createAddresses>

const notThere = () => new Failure('not-found', 'There is no such address.')

const onWire = ({ id: _id, userId: _owner, ...address }: AddressRow): DeliveryAddress => ({
  _id,
  ...address,
  text: postalText(address),
})

/** The key of a call stays for a day, even if the address is deleted: without a limit, one account could fill the database. */
const adding = { name: 'address', count: 60, seconds: 3600 }

type Parts = { db: Database; clock: Clock; limiter: RateLimiter }

/** Where somebody has their orders sent. */
export function createAddresses({ db, clock, limiter }: Parts) {
  async function write(tx: Database, { id: userId }: Actor, id: string, input: NewAddress): Promise<void> {
    await putAddress(tx, { id, userId, ...input })
    await chooseDefault(tx, userId)
  }

  async function read(tx: Database, { id: userId }: Actor, id: string): Promise<DeliveryAddress> {
    const row = await findAddress(tx, id, userId)
    if (!row) throw notThere()
    return onWire(row)
  }

  return {
    /** The actor's own, the default first. */
    list: async ({ id }: Actor): Promise<DeliveryAddress[]> => (await addressesOf(db, id)).map(onWire),

    /**
     * The first is the default; with a key, the same is added only once.
     * @throws Failure 'unprocessable' for one too many, 'too-many' for the sixty-first in an hour.
     */
    async add(actor: Actor, input: NewAddress, key?: string): Promise<DeliveryAddress> {
      const attempt = { caller: actor.id, key, request: { address: input }, at: clock.now() }
      if ((await madeBefore(db, attempt)) === undefined) await limiter.use(adding, actor.id)
      return actingIn(db, actor, anybody, async (tx) => {
        const added = await once(tx, attempt, async (id) => {
          if ((await countAddresses(tx, actor.id)) >= mostAddresses) throw new Failure('unprocessable', tooMany)
          await write(tx, actor, id, input)
        })
        return read(tx, actor, added)
      })
    },

    /** Replaces the whole address. @throws Failure 'not-found', also for somebody else's. */
    put: (actor: Actor, id: string, input: NewAddress): Promise<DeliveryAddress> =>
      actingIn(db, actor, anybody, async (tx) => {
        if (!(await findAddress(tx, id, actor.id))) throw notThere()
        await write(tx, actor, id, input)
        return read(tx, actor, id)
      }),

    /** @throws Failure 'not-found'. */
    remove: (actor: Actor, id: string): Promise<void> =>
      actingIn(db, actor, anybody, async (tx) => {
        if (!(await deleteAddress(tx, id, actor.id))) throw notThere()
        await chooseDefault(tx, actor.id)
      }),
  }
}

const tooMany = `You can save ${mostAddresses} addresses at most. Delete one first.`
