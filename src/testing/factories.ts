import { sessions, users } from '#features/accounts/tables.ts'
import { findTool, insertTool, type NewToolRow, type ToolRow } from '#features/catalogue/store.ts'
import { stockKeeping } from '#features/inventory/stock.ts'
import type { NewOrder } from '#features/orders/placing-schema.ts'
import type { Database } from '#platform/db/database.ts'
import { inTransaction } from '#platform/db/database.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import type { Actor } from '#shared/actor.ts'
import { minor } from '#shared/money.ts'
import { newId } from '#platform/ids.ts'

let made = 0

const listeners = new WeakMap<Database, () => void>()

/** Calls a listener for products made directly in the database, so that cached answers are purged as the shop would do. */
export const onMade = (db: Database, listener: () => void): void => void listeners.set(db, listener)

/** A new user who is signed in and may act at once. */
export async function makeUser(db: Database, changes: Partial<Omit<Actor, 'id'>> = {}): Promise<Actor> {
  made += 1
  const id = newId()
  const actor: Actor = {
    id,
    session: newId(),
    email: `buyer${made}@example.com`,
    name: `Buyer ${made}`,
    role: 'user',
    ...changes,
  }
  const { session, ...user } = actor
  await db.insert(users).values(user)
  // Sessions expire by the database's own clock.
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(sessions).values({ id: session, userId: id, token: session, expiresAt })
  return actor
}

type ToolChanges = Partial<Omit<NewToolRow, 'price' | 'priceBreaks'>> & {
  availableQuantity?: number
  price?: number
  priceBreaks?: readonly { from: number; price: number }[]
}

/** A tool whose opening stock is in the ledger. Price in minor units. */
export async function makeTool(
  db: Database,
  { availableQuantity = 50, price = 10_140, priceBreaks = [], ...changes }: ToolChanges = {},
): Promise<ToolRow> {
  made += 1
  const row = {
    id: newId(),
    name: `Tool ${made}`,
    partNumber: `T-${made}`,
    description: 'A supply that a test ordered.',
    category: 'power-supplies' as const,
    img: '/products/wx850-640.webp',
    specification: { rows: [] },
    price: minor(price),
    priceBreaks: priceBreaks.map((each) => ({ ...each, price: minor(each.price) })),
    minimumOrderQuantity: 1,
    ...changes,
  }
  const tool = await inTransaction(db, async (tx) => {
    await insertTool(tx, row)
    await stockKeeping.open(tx, row.id, availableQuantity, { at: new Date() })
    return findTool(tx, row.id)
  })
  if (!tool) throw new Error('the tool was deleted while it was being created')
  listeners.get(db)?.()
  return tool
}

/** The body of an order for one piece of a tool. */
export function orderOf(tool: Pick<ToolRow, 'id'>, changes: Partial<NewOrder> = {}): NewOrder {
  return { toolId: tool.id, orderQuantity: 1, address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000', ...changes }
}

type MailChanges = Partial<typeof mailMessages.$inferInsert>

/** Creates a message about an order that a mail server refused. @returns its id. */
export async function makeFailedMail(db: Database, changes: MailChanges = {}): Promise<string> {
  const id = newId()
  const [recipient, subject, now] = ['nusrat@example.com', 'Your order is on its way', new Date()]
  await db.insert(mailMessages).values({
    id,
    kind: 'order-shipped',
    recipient,
    subject,
    content: { to: recipient, subject, paragraphs: ['It left our works today.'] },
    state: 'failed',
    attempts: 1,
    lastError: 'The mail server refused it: 550 5.1.1 No such user',
    createdAt: now,
    queuedAt: now,
    failedAt: now,
    ...changes,
  })
  return id
}

/** A valid body for POST /addresses. */
export const anAddress = {
  name: 'Karim',
  phone: '+880 1711 000000',
  country: 'BD',
  street: 'Plot 7, Road 3',
  area: 'Tejgaon',
  city: 'Dhaka',
  postcode: '1208',
}
