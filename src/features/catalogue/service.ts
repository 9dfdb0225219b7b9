import { sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import { isoTime, type Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import type { Page } from '#shared/list.ts'
import { newId } from '#platform/ids.ts'
import { decimalsOf, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { messages } from '#content/messages.ts'
import { countByCategory, countTools, listTools, type ToolFilter } from './listing.ts'
import { requireEditor } from './policy.ts'
import { categories, KeptSpecification, type NewTool, type Tool, type ToolChange, type ToolQuery } from './schema.ts'
import {
  deleteTool,
  findTool,
  findToolByPartNumber,
  insertTool,
  lockTool,
  recordMovement,
  restoreTool,
  updateTool,
  type ToolRow,
} from './store.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

/** The use cases of the catalogue. `onChange` hears of every change of what public pages show. */
export function createCatalogue({
  db,
  clock,
  currency,
  onChange,
}: {
  db: Database
  clock: Clock
  currency: string
  onChange: () => void
}) {
  const toWire = (row: ToolRow): Tool => ({
    _id: row.id,
    name: row.name,
    img: row.img,
    description: row.description,
    minimum_order_quantity: row.minimumOrderQuantity,
    available_quantity: row.availableQuantity,
    price: toMajor(row.price, currency),
    category: row.category,
    part_number: row.partNumber,
    specification: KeptSpecification.parse(row.specification),
    version: row.version,
    createdAt: isoTime(row.createdAt),
  })

  const minorPrice = (price: number): Minor => {
    const minor = toMinor(price, currency)
    if (minor) return minor
    throw new Failure('unprocessable', messages.priceInvalid, {
      errors: [{ path: 'price', message: messages.priceInvalid }],
    })
  }

  const filterOf = ({ q: words, category, min_price, max_price, in_stock }: ToolQuery): ToolFilter => ({
    words,
    category,
    minPrice: min_price && boundInMinor(min_price, currency, Math.ceil),
    maxPrice: max_price && boundInMinor(max_price, currency, Math.floor),
    inStock: in_stock === 'true',
  })

  const addOne = (tx: Database, input: NewTool) => addTool(tx, input, minorPrice(input.price), clock.now())

  return {
    /** A page of the list, or the whole without a limit. @throws Failure 'bad-request' for a foreign cursor. */
    async list(query: ToolQuery): Promise<Page<Tool>> {
      const { sort = query.q ? 'relevance' : 'newest', limit, cursor } = query
      const filter = filterOf(query)
      const [{ rows, nextCursor }, total] = await Promise.all([
        listTools(db, filter, { sort: sort === 'relevance' && !query.q ? 'newest' : sort, page: { limit, cursor } }),
        countTools(db, filter),
      ])
      return { items: rows.map(toWire), total, nextCursor }
    },

    /** The newest so many, without counting the whole list, which takes longer the larger it is. */
    async newest(limit: number): Promise<Tool[]> {
      const { rows } = await listTools(db, filterOf({}), { sort: 'newest', page: { limit, cursor: undefined } })
      return rows.map(toWire)
    },

    /** The tool of a part number, if it is listed. */
    async withPartNumber(partNumber: string): Promise<Tool | undefined> {
      const row = await findToolByPartNumber(db, partNumber)
      return row && toWire(row)
    },

    /** How many tools of each category the same list would show without its category; those with none included. */
    async counts(query: ToolQuery = {}): Promise<Record<string, number>> {
      const counts = Object.fromEntries(categories.map((category) => [category, 0]))
      for (const { category, count } of await countByCategory(db, filterOf({ ...query, category: undefined })))
        counts[category] = count
      return counts
    },

    /** @throws Failure 'not-found' when it never was or is gone. */
    async get(id: string): Promise<Tool> {
      const row = await findTool(db, id)
      if (!row) throw noSuchTool()
      return toWire(row)
    },

    /** @throws Failure 'conflict' when another tool has the part number. */
    async add(actor: Actor, input: NewTool): Promise<Tool> {
      requireEditor(actor)
      const tool = await withOwnPartNumber(inTransaction(db, (tx) => addOne(tx, input)))
      onChange()
      return toWire(tool)
    },

    /** Adds many, oldest first, for the sample catalogue and imports. */
    async addAll(inputs: NewTool[]): Promise<void> {
      await inTransaction(db, async (tx) => {
        for (const input of inputs) await addOne(tx, input)
      })
      onChange()
    },

    /**
     * @throws Failure 'conflict' when somebody else changed it since `version` or another tool has the part number,
     * 'not-found' when it is gone.
     */
    async change(actor: Actor, id: string, input: ToolChange): Promise<Tool> {
      requireEditor(actor)
      const price = input.price && minorPrice(input.price)
      const tool = await withOwnPartNumber(inTransaction(db, (tx) => changeTool(tx, id, input, price)))
      onChange()
      return toWire(tool)
    },

    /** Orders that name it keep their copy. @throws Failure 'not-found'. */
    async remove(actor: Actor, id: string): Promise<void> {
      requireEditor(actor)
      if (!(await deleteTool(db, id, clock.now()))) throw noSuchTool()
      onChange()
    },

    /**
     * Undoes a deletion; one that is undone already stays so.
     * @throws Failure 'conflict' when another tool has taken the part number meanwhile, 'not-found' when it never was.
     */
    async restore(actor: Actor, id: string): Promise<Tool> {
      requireEditor(actor)
      const tool = (await withOwnPartNumber(restoreTool(db, id))) ?? (await findTool(db, id))
      if (!tool) throw noSuchTool()
      onChange()
      return toWire(tool)
    },
  }
}

async function addTool(tx: Database, input: NewTool, price: Minor, createdAt: Date): Promise<ToolRow> {
  const tool = await insertTool(tx, {
    id: newId(),
    name: input.name,
    partNumber: input.part_number,
    description: input.description,
    category: input.category,
    img: input.img,
    specification: input.specification,
    price,
    minimumOrderQuantity: input.minimum_order_quantity,
    availableQuantity: input.available_quantity,
    createdAt,
  })
  await recordMovement(tx, { toolId: tool.id, quantity: tool.availableQuantity, reason: 'opening' })
  return tool
}

async function changeTool(tx: Database, id: string, input: ToolChange, price: Minor | undefined): Promise<ToolRow> {
  const before = await lockTool(tx, id)
  if (!before) throw noSuchTool()
  const after = await updateTool(tx, id, input.version, {
    name: input.name,
    partNumber: input.part_number,
    description: input.description,
    category: input.category,
    img: input.img,
    specification: input.specification,
    price,
    minimumOrderQuantity: input.minimum_order_quantity,
    availableQuantity: input.available_quantity,
  })
  if (!after) {
    throw new Failure(
      'conflict',
      'Someone else has changed this tool in the meantime. Check it and make your change again.',
      {
        extra: { version: before.version },
      },
    )
  }
  const quantity = after.availableQuantity - before.availableQuantity
  await recordMovement(tx, { toolId: id, quantity, reason: 'correction' })
  return after
}

/** A change to tools; the database refuses a part number that another tool on sale has. */
async function withOwnPartNumber<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    throw new Failure('conflict', messages.partNumberTaken, {
      errors: [{ path: 'part_number', message: messages.partNumberTaken }],
      cause: error,
    })
  }
}

/** A bound of prices in minor units; rounded into the range when the currency cannot carry it exactly. */
function boundInMinor(major: number, currency: string, round: (value: number) => number): Minor {
  return toMinor(major, currency) ?? round(major * 10 ** decimalsOf(currency))
}

const noSuchTool = () => new Failure('not-found', 'There is no such tool, or it has been removed.')
