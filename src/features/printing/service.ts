import { setImmediate as nextTurn } from 'node:timers/promises'
import { actingIn } from '#features/accounts/acting.ts'
import { isInvoiced, isPackable } from '#features/invoices/rules.ts'
import type { Invoices } from '#features/invoices/service.ts'
import { findDesk, listDesk } from '#features/orders/desk-store.ts'
import { requireStaff } from '#features/orders/policy.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { renderTogether } from '#features/papers/pdf.ts'
import { printTitles } from '#content/papers.ts'
import { refusals } from '#content/refusals.ts'
import { recordAudit } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { madeBefore, once } from '#platform/http/once.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { printQueueName } from './jobs.ts'
import { mostPrinted, type NewPrint, type Print, type PrintKind } from './schema.ts'
import { deletePrints, findPrint, findWaiting, insertPrint, keepProgress, printsOf, readContent } from './store.ts'
import type { PrintRow } from './store.ts'

export type Printing = ReturnType<typeof createPrinting>

type Parts = {
  db: Database
  clock: Clock
  invoices: Pick<Invoices, 'papersOf'>
  jobs: Pick<Jobs, 'add' | 'open'>
  limiter: RateLimiter
  /** The author named in the file. */
  author: string
}

const keptMs = 24 * 3_600_000
const asking = { name: 'prints', count: 20, seconds: 600 }
/** How many papers are drawn between two checks of whether the print is still wanted. */
const papersBetween = 10

const hasPaper: Record<PrintKind, (order: OrderRow) => boolean> = {
  'packing-slip': ({ state }) => isPackable(state),
  invoice: isInvoiced,
}

/** Papers of many orders in one file: requested by staff, drawn in the worker, kept for a day for whoever asked. */
export function createPrinting({ db, clock, invoices, jobs, limiter, author }: Parts) {
  const since = () => new Date(clock.now().getTime() - keptMs)

  async function own(actor: Actor, id: string, from = db): Promise<PrintRow> {
    requireStaff(actor)
    const found = await findPrint(from, id, { userId: actor.id, since: since() })
    if (!found) throw new Failure('not-found', refusals.noSuchPrint)
    return found
  }

  /** @throws Failure 'unprocessable' when there is nothing to print, or too much. */
  async function chosen(tx: Database, wanted: NewPrint): Promise<{ orderIds: string[]; leftOut: number }> {
    const { kind, orders, ...filter } = wanted
    const items = orders
      ? await findDesk(tx, orders)
      : (await listDesk(tx, { ...filter, sort: 'oldest', limit: mostPrinted + 1 }, clock.now())).items
    if (items.length > mostPrinted) throw new Failure('unprocessable', refusals.tooManyToPrint(mostPrinted))
    const orderIds = items.filter(({ order }) => hasPaper[kind](order)).map(({ id }) => id)
    if (orderIds.length === 0) throw new Failure('unprocessable', refusals.nothingToPrint(kind))
    return { orderIds, leftOut: (orders ? new Set(orders).size : items.length) - orderIds.length }
  }

  async function begin(tx: Database, actor: Actor, id: string, wanted: NewPrint): Promise<void> {
    const { orderIds, leftOut } = await chosen(tx, wanted)
    const [at, { kind }] = [clock.now(), wanted]
    await insertPrint(tx, { id, userId: actor.id, kind, orderIds, leftOut, createdAt: at })
    const subject = { type: 'print', id, label: printTitles[kind] }
    await recordAudit(tx, { at, actor, action: 'order.printed', subject, after: { orders: orderIds.length } })
    await jobs.add(tx, printQueueName, [{ data: { id }, group: actor.id }])
  }

  /** Yields each paper in its own turn of the event loop, so that requests are answered in between. Ends early if unwanted. */
  async function* papersOf({ id, kind, orderIds }: PrintRow, count: { drawn: number }) {
    for await (const paper of invoices.papersOf(kind, orderIds)) {
      if (count.drawn % papersBetween === 0 && !(await keepProgress(db, id, count))) return
      yield paper
      count.drawn += 1
      await nextTurn()
    }
  }

  return {
    /**
     * Has papers drawn; with a key, the same are drawn only once.
     * @throws Failure 'forbidden', 'too-many', and 'unprocessable' when there is nothing, or too much.
     */
    async ask(actor: Actor, wanted: NewPrint, key?: string): Promise<Print> {
      requireStaff(actor)
      const attempt = { caller: actor.id, key, request: { print: wanted }, at: clock.now() }
      if ((await madeBefore(db, attempt)) === undefined) await limiter.use(asking, actor.id)
      await jobs.open()
      return actingIn(db, actor, requireStaff, async (tx) => {
        const asked = await once(tx, attempt, (id) => begin(tx, actor, id, wanted))
        return toWire(await own(actor, asked, tx))
      })
    },

    /** The actor's own prints of the last day, newest first. @throws Failure 'forbidden'. */
    async list(actor: Actor): Promise<Print[]> {
      requireStaff(actor)
      return (await printsOf(db, actor.id, since())).map(toWire)
    },

    /** @throws Failure 'forbidden', 'not-found', also for another's. */
    get: async (actor: Actor, id: string): Promise<Print> => toWire(await own(actor, id)),

    /** The file. @throws Failure as `get`; 'conflict' while it is not done. */
    async file(actor: Actor, id: string): Promise<{ name: string; content: Uint8Array }> {
      const { kind } = await own(actor, id)
      const content = await readContent(db, id)
      if (!content) throw new Failure('conflict', refusals.printNotDone)
      return { name: `${kind}s.pdf`, content }
    },

    /** Draws a print, in the worker. */
    async draw(id: string): Promise<void> {
      const row = await findWaiting(db, id)
      if (!row) return
      const count = { drawn: 0 }
      const about = { title: printTitles[row.kind], author, made: row.createdAt }
      const content = await renderTogether(papersOf(row, count), about)
      await keepProgress(db, id, { ...count, state: 'done', content })
    },

    /** Marks a print as failed after its last try. */
    async giveUp(id: string): Promise<void> {
      await keepProgress(db, id, { state: 'failed' })
    },

    /** Deletes prints that are older than a day. */
    sweep: () => deletePrints(db, since()),
  }
}

const toWire = ({ id: _id, kind, state, orderIds, drawn, leftOut, createdAt }: PrintRow): Print => ({
  _id,
  kind,
  state,
  orders: orderIds.length,
  drawn,
  leftOut,
  createdAt: createdAt.toISOString(),
  until: new Date(createdAt.getTime() + keptMs).toISOString(),
})
