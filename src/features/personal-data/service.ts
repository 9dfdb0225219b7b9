import { accountMessages } from '#content/account.ts'
import { messages } from '#content/messages.ts'
import type { Auth } from '#features/accounts/auth.ts'
import { limitTry } from '#features/accounts/limits.ts'
import { findPerson, mayLeave, type Person } from '#features/accounts/personal-data.ts'
import { findPasswordHash } from '#features/accounts/store.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure, wrongField } from '#shared/errors.ts'
import type { Erasure, PersonalData } from './schema.ts'

export type PersonalDataService = ReturnType<typeof createPersonalData>

type Lists = Omit<PersonalData, 'exportedAt' | 'profile'>

type Parts = {
  db: Database
  clock: Clock
  auth: Auth
  limiter: RateLimiter
  /** What each feature stores about a person: read in batches, and erased in one transaction for all of them. */
  readProfile: (db: Database, person: Person) => Promise<PersonalData['profile']>
  lists: { [Name in keyof Lists]: (db: Database, person: Person) => AsyncIterable<Lists[Name][number]> }
  erasures: readonly ((tx: Database, person: Person, at: Date) => Promise<void>)[]
  /** Whether the shop owes the person something. */
  hasOpenOrder: (db: Database, person: Person) => Promise<boolean>
  unpaidOrders: (db: Database, person: Person) => Promise<string[]>
  cancel: (actor: Actor, orderId: string) => Promise<unknown>
  uninvoicedOrders: (db: Database, person: Person) => Promise<string[]>
  issue: (orderId: string) => Promise<unknown>
  onErased: () => void
}

/** An export reads everything about somebody. */
const exporting = { name: 'personal data', count: 10, seconds: 3600 }

/** Exports and erases what the shop stores about a person. */
export function createPersonalData(parts: Parts) {
  const { db, clock, auth, limiter, readProfile, lists, erasures, hasOpenOrder, onErased } = parts
  const { unpaidOrders, cancel, uninvoicedOrders, issue } = parts

  /**
   * The hash of the account's password, once the right one was given; undefined without one. Wrong ones count as for a change.
   * @throws Failure 'unprocessable' for a wrong one, 'too-many'.
   */
  async function provedBy({ email }: Actor, { password }: Erasure, address: string): Promise<string | undefined> {
    const hash = await findPasswordHash(db, email)
    if (hash === undefined) return undefined
    if (!password) throw wrongField('password', messages.passwordRequired)
    const forgive = await limitTry(limiter, { route: '/change-password', address, email, device: undefined })
    const { password: hasher } = await auth.$context
    if (!(await hasher.verify({ hash, password }))) throw wrongField('password', accountMessages.wrongCurrentPassword)
    await forgive()
    return hash
  }

  async function refuseOpen(from: Database, person: Person): Promise<void> {
    if (!(await hasOpenOrder(from, person))) return
    throw new Failure('conflict', accountMessages.orderStillOpen)
  }

  async function eraseNow(tx: Database, actor: Actor, hash: string | undefined): Promise<void> {
    await mayLeave(tx, actor)
    const person = await findPerson(tx, actor.id)
    if ((await findPasswordHash(tx, person.email)) !== hash)
      throw new Failure('conflict', accountMessages.passwordReplaced)
    await refuseOpen(tx, person)
    const left = [...(await unpaidOrders(tx, person)), ...(await uninvoicedOrders(tx, person))]
    if (left.length > 0) throw new Failure('conflict', accountMessages.orderedMeanwhile)
    for (const erase of erasures) await erase(tx, person, clock.now())
  }

  return {
    /**
     * A JSON document of `PersonalData`, piece by piece, so that no list is in memory whole.
     * @throws Failure 'too-many' for the eleventh in an hour, 'unauthenticated'.
     */
    async export(actor: Actor): Promise<AsyncGenerator<string>> {
      await limiter.use(exporting, actor.id)
      const person = await findPerson(db, actor.id)
      const head = { exportedAt: clock.now().toISOString(), profile: await readProfile(db, person) }
      return documentOf(
        head,
        Object.entries(lists).map(([name, read]) => [name, read(db, person)]),
      )
    },

    /**
     * Ends the actor's account: unpaid orders are cancelled, delivered ones invoiced, and what has to stay is kept without them.
     * @throws Failure 'unprocessable' for a wrong password, 'conflict' while an order is open and for the last admin,
     * 'too-many', or what cancelling throws.
     */
    async erase(actor: Actor, input: Erasure, address: string): Promise<void> {
      const hash = await provedBy(actor, input, address)
      const person = await findPerson(db, actor.id)
      await refuseOpen(db, person)
      await inTransaction(db, (tx) => mayLeave(tx, actor))
      // Cancelling first stops the payment at the provider, which no transaction waits for.
      for (const orderId of await unpaidOrders(db, person)) await cancel(actor, orderId)
      // One at a time: anybody else who issues an invoice waits for one at the most.
      for (const orderId of await uninvoicedOrders(db, person)) await issue(orderId)
      await retryConflicts(() => inTransaction(db, (tx) => eraseNow(tx, actor, hash)))
      onErased()
    },
  }
}

async function* documentOf(
  head: object,
  lists: readonly (readonly [string, AsyncIterable<unknown>])[],
): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, items] of lists) {
    yield `,${JSON.stringify(name)}:[`
    let comma = ''
    for await (const item of items) {
      yield comma + JSON.stringify(item)
      comma = ','
    }
    yield ']'
  }
  yield '}'
}
