import { refusals } from '#content/refusals.ts'
import { mailboxOf } from '#features/accounts/limits.ts'
import { lockUser } from '#features/accounts/store.ts'
import { findToolByName, findToolsById, type SoldTool } from '#features/catalogue/store.ts'
import { minorPrice } from '#features/catalogue/wire.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { networkOf } from '#platform/http/client-address.ts'
import type { RateLimiter } from '#platform/http/limit.ts'
import { hashOfRequest } from '#platform/http/idempotency-key.ts'
import { madeBefore, once } from '#platform/http/once.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import type { Minor } from '#shared/money.ts'
import { quoteUrl, type QuoteLinks } from './link.ts'
import { quoteReceivedMail } from './mails.ts'
import type { NewQuote } from './schema.ts'
import { insertQuote } from './store.ts'
import type { AskedLine } from './tables.ts'

const perAddress = { name: 'quote', count: 5, seconds: 3600 }
/** Several buyers of one firm ask from one address. */
const perAccount = { name: 'quote of account', count: 20, seconds: 3600 }
/** Keeps requests from many addresses in somebody else's name from flooding that person's mailbox. */
const perMailbox = { name: 'quote mail', count: 3, seconds: 24 * 3600 }

export type Asking = {
  db: Database
  clock: Clock
  currency: string
  publicUrl: string
  links: QuoteLinks
  limiter: RateLimiter
  sendMail: SendMail
  /** Prepares what `sendMail` needs, which it cannot do within a transaction. */
  ready: () => Promise<void>
}

/** Who asks: the account and the Idempotency-Key, each if there is one. */
export type Asker = { userId?: string | undefined; key?: string | undefined }

/** What was asked for: in words, and as lines for the products the shop sells. */
type Asked = { productName: string; quantity: number; price: Minor | null; lines: AskedLine[] }

/** Takes requests for a quote from anyone. */
export function createAsking({ db, clock, currency, publicUrl, links, limiter, sendMail, ready }: Asking) {
  /** Whether their mailbox has room for another message of this kind today. */
  async function mayWriteTo(email: string): Promise<boolean> {
    try {
      await limiter.use(perMailbox, mailboxOf(email))
      return true
    } catch (error) {
      if (error instanceof Failure && error.kind === 'too-many') return false
      throw error
    }
  }

  /**
   * The link in the mail that confirms a request. Nobody has proved that the address is theirs, so the link opens no more than the
   * mailbox does anyway: a request without an account belongs to whoever verifies its address. One of an account does not, so its
   * link needs a login. Whoever typed the address gets neither: the call returns only an id.
   */
  const linkTo = (id: string, userId: string | undefined): string =>
    userId === undefined ? links.signedUrl(publicUrl, { id, validUntil: null }, clock.now()) : quoteUrl(publicUrl, id)

  const lineOf = ({ id: toolId, name: productName, partNumber }: SoldTool, quantity: number): AskedLine => ({
    toolId,
    productName,
    partNumber,
    quantity,
  })

  /** @throws Failure 'unprocessable' for a price the currency cannot represent, or naming each line that is not sold. */
  async function read({ lines, productName = '', quantity = 0, price = 0 }: NewQuote): Promise<Asked> {
    if (lines) return readLines(lines)
    const wished = minorPrice(price, 'price', currency)
    const tool = await findToolByName(db, productName)
    return { productName, quantity, price: wished, lines: tool ? [lineOf(tool, quantity)] : [] }
  }

  async function readLines(lines: NonNullable<NewQuote['lines']>): Promise<Asked> {
    const tools = new Map(
      (
        await findToolsById(
          db,
          lines.map(({ toolId }) => toolId),
        )
      ).map((tool) => [tool.id, tool]),
    )
    const gone = lines.flatMap(({ toolId }, n) =>
      tools.has(toolId) ? [] : [{ path: `lines.${n}.toolId`, message: refusals.noSuchTool, code: 'gone' }],
    )
    if (gone[0]) throw new Failure('unprocessable', gone[0].message, { errors: gone })
    const asked = lines.flatMap(({ toolId, quantity }) => {
      const tool = tools.get(toolId)
      return tool ? [lineOf(tool, quantity)] : []
    })
    const [first] = asked
    const name = first?.productName ?? ''
    return {
      productName: asked.length > 1 ? `${name} + ${asked.length - 1} more` : name,
      quantity: asked.reduce((sum, each) => sum + each.quantity, 0),
      price: null,
      lines: asked,
    }
  }

  /**
   * Stores a request and confirms it by mail to the address in it.
   * @param by the account that asks, if any, and the key that makes a retry safe.
   * @returns the request's id.
   * @throws Failure 'too-many' for the sixth in an hour from one address, or an account's twenty-first, 'unprocessable' as `read` says.
   */
  return async function ask(clientAddress: string, input: NewQuote, { userId, key }: Asker = {}): Promise<string> {
    const { name, email, phone, note } = input
    const now = clock.now()
    // Only a hash: the address must not outlive an account that is erased.
    const attempt = { caller: `quote of ${hashOfRequest(mailboxOf(email))}`, key, request: input, at: now }
    const earlier = await madeBefore(db, attempt)
    if (earlier !== undefined) return earlier
    const asked = await read(input)
    if (userId === undefined) await limiter.use(perAddress, networkOf(clientAddress))
    else await limiter.use(perAccount, userId)
    const row = { name, email, phone, note, ...asked, createdAt: now }
    const isWrittenTo = await mayWriteTo(email)
    await ready()
    return inTransaction(db, async (tx) => {
      // If the account was erased or removed meanwhile, the request belongs to nobody.
      const account = userId === undefined ? undefined : await lockUser(tx, userId)
      return once(tx, attempt, async (id) => {
        const owner = account?.removedAt === null ? userId : undefined
        const number = await insertQuote(tx, { ...row, id, userId: owner })
        const about = `quote:${id}`
        const { quantity, lines } = asked
        const mail = quoteReceivedMail({ email, number, quantity, lines, url: linkTo(id, owner) })
        if (isWrittenTo) await sendMail(mail, { kind: 'quote-received', event: `${about}:received`, about }, tx)
      })
    })
  }
}
