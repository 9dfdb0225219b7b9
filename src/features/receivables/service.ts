import { site } from '#content/site.ts'
import { actingIn } from '#features/accounts/acting.ts'
import { findUserByEmail, lockUserByEmail, type UserRow } from '#features/accounts/store.ts'
import { enter, findCredit, findEntry, hasReceived, lockCredit, putTerms } from '#features/credit/ledger.ts'
import type { CreditState, Terms } from '#features/credit/schema.ts'
import { lockOwed, settleCredit } from '#features/orders/on-account.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { recordAudit } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import { keyColumns, keyedRequest, requireSame, type KeyedRequest } from '#platform/http/idempotency-key.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { dayOf } from '#shared/days.ts'
import { Failure, wrongField } from '#shared/errors.ts'
import { amountProblem, formatMoney, minor, toAnyMinor, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { requireCreditStaff, requireStatementReader } from './policy.ts'
import {
  mostEntries,
  mostOpen,
  type NewPayment,
  type OpenBusiness,
  type Statement,
  type StatementQuery,
} from './schema.ts'
import { countToShip, readMonth, readOpen } from './store.ts'
import { creditToWire, entriesToWire, openToWire } from './wire.ts'

export type Receivables = ReturnType<typeof createReceivables>

type Parts = {
  db: Database
  clock: Clock
  currency: string
  /** Called after the commit when money came for orders. */
  onPaid: () => void
}

const noSuchUser = () => new Failure('not-found', 'There is no such user.')

/** Buying on account: the terms, what is owed, and the money that comes otherwise than by card. */
export function createReceivables({ db, clock, currency, onPaid }: Parts) {
  const stateOf = async (from: Database, userId: string): Promise<CreditState> =>
    creditToWire(await findCredit(from, userId, clock.now()), currency)

  async function writePayment(
    tx: Database,
    actor: Actor,
    payment: NewPayment,
    request: KeyedRequest | undefined,
  ): Promise<CreditState> {
    const user = await findUserByEmail(tx, payment.email)
    if (!user) throw noSuchUser()
    const at = clock.now()
    const receivedAt = requireReceived(payment.receivedAt, at)
    const account = await lockCredit(tx, user.id, at)
    if (!account) throw new Failure('conflict', 'This user has never bought on account. Set terms first.')
    const open = await lockOwed(tx, user.id)
    // Checked under the account's lock: another request may have been entering it until now.
    const earlier = request && (await findEntry(tx, user.id, request.key))
    if (earlier) {
      requireSame(earlier.requestHash, request, 'payment')
      return stateOf(tx, user.id)
    }
    const amount = requireAmount(payment.amount, account.currency)
    const money = { label: payment.reference, amount: minor(-amount), receivedAt }
    // Under the account's lock too: the same transfer may be entered in two tabs.
    if (await hasReceived(tx, user.id, money)) throw alreadyEntered(payment.reference)
    if (amount < 0) requireCreditFor(minor(-amount), account)
    requireOpen(payment.orders ?? [], open)
    const kind = amount > 0 ? ('payment' as const) : ('paid-out' as const)
    const entry = { kind, ...money, at, actorId: actor.id, ...keyColumns(request) }
    await enter(tx, user.id, entry, { owed: 0, credit: amount })
    await settleCredit(tx, user.id, at, payment.orders)
    const { reference, amount: major } = payment
    await recordAct(tx, actor, user, 'credit.payment-recorded', {
      after: { amount: major, reference, receivedAt: payment.receivedAt },
    })
    return stateOf(tx, user.id)
  }

  function recordAct(
    tx: Database,
    actor: Actor,
    { id, email }: UserRow,
    action: 'credit.terms-set' | 'credit.payment-recorded',
    changed: { before?: Record<string, unknown>; after?: Record<string, unknown> },
  ): Promise<void> {
    return recordAudit(tx, { at: clock.now(), actor, action, subject: { type: 'user', id, label: email }, ...changed })
  }

  return {
    /** The state of the actor's own account. */
    state: (actor: Actor): Promise<CreditState> => stateOf(db, actor.id),

    /**
     * Gives an account terms, or withdraws them: what is open stays open.
     * @throws Failure 'forbidden', 'not-found', 'unprocessable' if the limit is not a valid amount of the currency.
     */
    setTerms: (actor: Actor, email: string, terms: Terms | null): Promise<CreditState> =>
      actingIn(db, actor, requireCreditStaff, async (tx) => {
        const user = await lockUserByEmail(tx, email)
        if (!user || user.removedAt) throw noSuchUser()
        const creditLimit = terms ? toMinor(terms.creditLimit, currency) : minor(0)
        if (creditLimit === undefined) throw wrongField('creditLimit', amountProblem(terms?.creditLimit ?? 0, currency))
        const before = await stateOf(tx, user.id)
        const at = clock.now()
        await putTerms(tx, { userId: user.id, netDays: terms?.netDays ?? null, creditLimit, currency, changedAt: at })
        await recordAct(tx, actor, user, 'credit.terms-set', {
          ...(before.terms && { before: before.terms }),
          ...(terms && { after: terms }),
        })
        return stateOf(tx, user.id)
      }),

    /**
     * Enters money that came otherwise than by card, and pays orders with it.
     * @param key makes a retry safe.
     * @throws Failure 'forbidden', 'not-found', 'conflict' for a user who never bought on account or the key of another payment,
     * 'unprocessable' naming what is wrong, also for a reference that was entered with the same amount and day.
     */
    async pay(actor: Actor, payment: NewPayment, key: string | undefined): Promise<CreditState> {
      const request = keyedRequest(key, payment)
      const state = await actingIn(db, actor, requireCreditStaff, (tx) => writePayment(tx, actor, payment, request))
      onPaid()
      return state
    },

    /** What is still open with a user, removed or not. @throws Failure 'forbidden', 'not-found'. */
    async openBusiness(actor: Actor, email: string): Promise<OpenBusiness> {
      requireCreditStaff(actor)
      const user = await findUserByEmail(db, email)
      if (!user) throw noSuchUser()
      const [state, toShip] = await Promise.all([stateOf(db, user.id), countToShip(db, user.id)])
      return { currency: state.currency, owed: state.owed, credit: state.credit, toShip }
    },

    /** A month's statement page. @throws Failure 'forbidden' for another's, 'not-found', 'bad-request' for a foreign cursor. */
    async statement(actor: Actor, { email, month: asked, ...page }: StatementQuery): Promise<Statement> {
      requireStatementReader(actor, email)
      const user = await findUserByEmail(db, email)
      if (!user) throw noSuchUser()
      const now = clock.now()
      const month = asked ?? dayOf(now, site.timeZone).slice(0, 7)
      const [state, read, open] = await Promise.all([
        stateOf(db, user.id),
        readMonth(db, { userId: user.id, month }, { ...page, limit: page.limit ?? mostEntries }),
        readOpen(db, user.id, now, mostOpen),
      ])
      const { opening, before, closing, entries, nextCursor } = read
      const major = (amount: Minor) => toMajor(amount, state.currency)
      return {
        ...state,
        email: user.email,
        name: user.name,
        month,
        opening: major(opening),
        closing: major(closing),
        before: major(before),
        entries: entriesToWire(entries, before, state.currency),
        ...(nextCursor && { nextCursor }),
        open: open.orders.map((order) => openToWire(order, now)),
        openCount: open.count,
        overdue: major(open.overdue),
      }
    },
  }
}

const alreadyEntered = (reference: string) =>
  wrongField(
    'reference',
    `“${reference}” is already entered with this amount and day. If this is another payment, add to its reference, for example “${reference}, second”.`,
  )

/** @throws Failure 'unprocessable' for a day in the future. */
function requireReceived(day: string, now: Date): Date {
  if (day > dayOf(now, site.timeZone)) throw wrongField('receivedAt', 'This day is in the future.')
  return new Date(`${day}T00:00:00Z`)
}

/** Money that no card carried, in minor units, above or below zero. @throws Failure 'unprocessable'. */
function requireAmount(amount: number, currency: string): Minor {
  const exact = toAnyMinor(Math.abs(amount), currency)
  if (exact === undefined) throw wrongField('amount', amountProblem(Math.abs(amount), currency))
  if (exact > mostPaid) throw wrongField('amount', 'That is too much.')
  return minor(amount < 0 ? -exact : exact)
}
const mostPaid = 100_000_000_000_000

/** @throws Failure 'unprocessable' for more than the account's credit. */
function requireCreditFor(amount: Minor, { credit, currency }: { credit: Minor; currency: string }): void {
  if (amount <= credit) return
  const most = formatMoney(toMajor(credit, currency), currency)
  throw wrongField('amount', `At most ${most} of this account’s credit can be paid back.`)
}

/** @throws Failure 'unprocessable', naming each order that has nothing open. */
function requireOpen(named: readonly string[], open: readonly OrderRow[]): void {
  const ids = new Set(open.map(({ id }) => id))
  const errors = named.flatMap((id, n) =>
    ids.has(id) ? [] : [{ path: `orders.${n}`, message: 'This order has nothing left to pay.' }],
  )
  if (errors[0]) throw new Failure('unprocessable', errors[0].message, { errors })
}
