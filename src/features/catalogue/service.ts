import { actingIn } from '#features/accounts/acting.ts'
import { sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import { inTransaction, type Database, type Reads } from '#platform/db/database.ts'
import { once } from '#platform/http/once.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure, wrongField } from '#shared/errors.ts'
import type { Page } from '#shared/list.ts'
import { newId } from '#platform/ids.ts'
import { decimalsOf, minor, toMinor, type Minor } from '#shared/money.ts'
import { catalogueMessages } from '#content/catalogue.ts'
import { refusals } from '#content/refusals.ts'
import { recordListing, recordStock, recordWords, type StockStep } from './audited.ts'
import { countByCategory, countTools, listTools, type ToolFilter } from './listing.ts'
import { requireEditor } from './policy.ts'
import { priceBreakProblem } from './rules.ts'
import { categories, type NewTool, type Tool, type ToolChange, type ToolQuery } from './schema.ts'
import {
  deleteTool,
  findTool,
  findToolByPartNumber,
  insertTool,
  newestTools,
  restoreTool,
  updateTool,
  type NewToolRow,
  type ToolRow,
} from './store.ts'
import { describedToWire, toColumns, toWire } from './wire.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

type By = { actorId?: string | undefined; at: Date }
/** The new number of pieces, or the change in it (negative for fewer). */
export type StockAdjustment = { to: number } | { by: number }

/** What product changes do to the stock; the inventory implements it. */
export type StockKeeping = {
  /** The opening stock of a new product. */
  open(tx: Database, toolId: string, quantity: number, by: By): Promise<void>
  /** Applies whatever was sold meanwhile. @throws Failure 'unprocessable' when the stock would fall below zero. */
  adjust(tx: Database, toolId: string, change: StockAdjustment, by: By): Promise<StockStep>
}

/** The use cases of the catalogue. `onChange` is called whenever what public pages show changes, for one product or for many. */
export function createCatalogue({
  db,
  reads,
  clock,
  currency,
  stock,
  onChange,
}: {
  db: Database
  reads: Reads
  clock: Clock
  currency: string
  stock: StockKeeping
  onChange: (id?: string) => void
}) {
  const onWire = (row: ToolRow): Tool => toWire(row, currency)

  const filterOf = ({ q: words, category, min_price, max_price, in_stock, low_stock }: ToolQuery): ToolFilter => ({
    words,
    category,
    minPrice: min_price === undefined ? undefined : boundInMinor(min_price, currency, Math.ceil),
    maxPrice: max_price === undefined ? undefined : boundInMinor(max_price, currency, Math.floor),
    inStock: in_stock === 'true',
    lowStock: low_stock === 'true',
  })

  async function addOnce(tx: Database, input: NewTool, actor: Actor, key: string | undefined): Promise<Tool> {
    const attempt = { caller: actor.id, key, request: { tool: input }, at: clock.now() }
    return onWire(await find(tx, await once(tx, attempt, (id) => addOne(tx, input, id, actor))))
  }

  async function addOne(tx: Database, input: NewTool, id: string, actor?: Actor): Promise<Tool> {
    const at = clock.now()
    await insertTool(tx, { id, ...toColumns(input, currency), createdAt: at })
    await stock.open(tx, id, input.available_quantity, { actorId: actor?.id, at })
    const added = await written(tx, id)
    if (actor) await recordWords(tx, { at, actor }, undefined, added)
    return added
  }

  async function changeOne(tx: Database, id: string, input: ToolChange, actor: Actor): Promise<Tool> {
    const { version = 0, available_quantity: to, stock_change: by, ...words } = input
    const act = { at: clock.now(), actor }
    const before = onWire(await find(tx, id))
    const hasWords = Object.keys(words).length > 0
    if (hasWords) await changeWords(tx, before, version, toColumns(words, currency))
    const adjustment = to === undefined ? by !== undefined && { by } : { to }
    const step = adjustment && (await stock.adjust(tx, id, adjustment, { actorId: actor.id, at: act.at }))
    const after = await written(tx, id)
    if (hasWords) await recordWords(tx, act, before, after)
    if (step) await recordStock(tx, act, after, step)
    return after
  }

  /** @throws Failure 'not-found' when it never existed or is deleted. */
  async function find(from: Database, id: string): Promise<ToolRow> {
    const row = await findTool(from, id)
    if (!row) throw noSuchTool()
    return row
  }

  /** The tool as a transaction left it. @throws Failure 'unprocessable' when its prices do not fit together. */
  async function written(tx: Database, id: string): Promise<Tool> {
    const row = await find(tx, id)
    const wrong = priceBreakProblem({ ...row, minimum: row.minimumOrderQuantity })
    if (wrong) throw wrongField(`price_breaks.${wrong.index}.${wrong.field}`, wrong.message)
    return onWire(row)
  }

  return {
    /** A page of the list, or all of it without a limit. @throws Failure 'bad-request' for a foreign cursor. */
    async list(query: ToolQuery): Promise<Page<Tool>> {
      const { sort = 'relevance', limit, cursor } = query
      const filter = filterOf(query)
      const [{ rows, nextCursor }, total] = await Promise.all([
        listTools(reads, filter, { sort: sort === 'relevance' && !query.q ? 'newest' : sort, page: { limit, cursor } }),
        countTools(reads, filter),
      ])
      return { items: rows.map(onWire), total, nextCursor }
    },

    /** The newest `limit` tools, without their data sheets. */
    async newest(limit: number) {
      return (await newestTools(reads, limit)).map((row) => describedToWire(row, currency))
    },

    /** The tool with this part number, if it is listed. */
    async withPartNumber(partNumber: string): Promise<Tool | undefined> {
      const row = await findToolByPartNumber(reads, partNumber)
      return row && onWire(row)
    },

    /** How many tools of each category the same query without its category would list; empty categories included. */
    async counts(query: ToolQuery = {}): Promise<Record<string, number>> {
      const counts = Object.fromEntries(categories.map((category) => [category, 0]))
      for (const { category, count } of await countByCategory(reads, filterOf({ ...query, category: undefined })))
        counts[category] = count
      return counts
    },

    /** @throws Failure 'not-found' when it never existed or is deleted. */
    async get(id: string): Promise<Tool> {
      return onWire(await find(db, id))
    },

    /** With a key, a repeated call adds nothing. @throws Failure 'conflict' when another tool has the part number. */
    async add(actor: Actor, input: NewTool, key?: string): Promise<Tool> {
      const tool = await withOwnPartNumber(actingIn(db, actor, requireEditor, (tx) => addOnce(tx, input, actor, key)))
      onChange(tool._id)
      return tool
    },

    /** Adds many tools, oldest first, for the sample catalogue and imports. */
    async addAll(inputs: NewTool[]): Promise<void> {
      await inTransaction(db, async (tx) => {
        for (const input of inputs) await addOne(tx, input, newId())
      })
      onChange()
    },

    /**
     * Words, price and rules change only from the version that the editor saw; the stock changes whatever was sold meanwhile.
     * @throws Failure 'conflict' when somebody else changed it since `version` or another tool has the part number,
     * 'not-found' when it is deleted, 'unprocessable' when the stock would fall below zero.
     */
    async change(actor: Actor, id: string, input: ToolChange): Promise<Tool> {
      const tool = await withOwnPartNumber(actingIn(db, actor, requireEditor, (tx) => changeOne(tx, id, input, actor)))
      onChange(id)
      return tool
    },

    /** Orders that refer to it keep their copy. @throws Failure 'not-found'. */
    async remove(actor: Actor, id: string): Promise<void> {
      const at = clock.now()
      await actingIn(db, actor, requireEditor, async (tx) => {
        const name = await deleteTool(tx, id, at)
        if (name === undefined) throw noSuchTool()
        await recordListing(tx, { at, actor }, 'tool.deleted', { _id: id, name })
      })
      onChange(id)
    },

    /**
     * Undoes a deletion; does nothing if it is already undone.
     * @throws Failure 'conflict' when another tool has taken the part number meanwhile, 'not-found' when it never existed.
     */
    async restore(actor: Actor, id: string): Promise<Tool> {
      await withOwnPartNumber(
        actingIn(db, actor, requireEditor, async (tx) => {
          const name = await restoreTool(tx, id)
          if (name !== undefined)
            await recordListing(tx, { at: clock.now(), actor }, 'tool.restored', { _id: id, name })
        }),
      )
      const tool = onWire(await find(db, id))
      onChange(id)
      return tool
    },
  }
}

/**
 * Changes a tool only if it is still as it was read, so that the "before" of the audit log is true.
 * @throws Failure 'conflict' when it has another version, 'not-found' when it is deleted.
 */
async function changeWords(
  tx: Database,
  read: Pick<Tool, '_id' | 'version'>,
  version: number,
  columns: Partial<NewToolRow>,
): Promise<void> {
  const before = read.version === version ? await updateTool(tx, read._id, version, columns) : read.version
  if (before === undefined) throw noSuchTool()
  if (before === version) return
  const message = 'Someone else has changed this tool in the meantime. Check it and make your change again.'
  throw new Failure('conflict', message, { extra: { version: before } })
}

/** Runs a change to tools; the database refuses a part number that another tool on sale has. */
async function withOwnPartNumber<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    throw new Failure('conflict', catalogueMessages.partNumberTaken, {
      errors: [{ path: 'part_number', message: catalogueMessages.partNumberTaken }],
      cause: error,
    })
  }
}

/** A price bound in minor units, rounded into the range when the currency cannot represent it exactly. */
function boundInMinor(major: number, currency: string, round: (value: number) => number): Minor {
  return toMinor(major, currency) ?? minor(round(major * 10 ** decimalsOf(currency)))
}

const noSuchTool = () => new Failure('not-found', refusals.noSuchTool)
