import { actingIn } from '#features/accounts/acting.ts'
import { recordAudits } from '#platform/audit/record.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { asHtml } from '#platform/mail/as-html.ts'
import { asText } from '#platform/mail/as-text.ts'
import type { Sender } from '#platform/mail/message.ts'
import type { SendMailsAgain } from '#platform/mail/queue.ts'
import { lockSendable } from '#platform/mail/store.ts'
import type { Actor } from '#shared/actor.ts'
import { isoTime, type Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { mostListed, type Page } from '#shared/list.ts'
import { requirePostmaster } from './policy.ts'
import type { MailMessage, MailQuery, MailSummary, SentAgain } from './schema.ts'
import { countFailed, findMail, listMails, type ListedMail, type MailRow } from './store.ts'

export type Mails = ReturnType<typeof createMails>

type Parts = { db: Database; reads: Reads; clock: Clock; sender: Sender; sendAgain: SendMailsAgain }

/** The shop's mail as staff see it: what was sent, what waits, and what could not be delivered. */
export function createMails({ db, reads, clock, sender, sendAgain }: Parts) {
  const isOver = (time: Date | null) => time !== null && time <= clock.now()
  const isAhead = (time: Date | null) => time !== null && time > clock.now()
  const toWire = (mail: ListedMail): MailSummary => ({
    _id: mail.id,
    kind: mail.kind,
    about: mail.about,
    recipient: mail.recipient,
    subject: mail.subject,
    state: mail.state,
    attempts: mail.attempts,
    reason: mail.lastError,
    sendable: mail.state === 'failed' && mail.hasContent && !isOver(mail.expiresAt) && !isAhead(mail.claimedUntil),
    createdAt: isoTime(mail.createdAt),
    sentAt: mail.sentAt && isoTime(mail.sentAt),
    failedAt: mail.failedAt && isoTime(mail.failedAt),
  })
  const summary = (row: MailRow) => toWire({ ...row, hasContent: row.content !== null })

  async function found(within: Database, id: string): Promise<MailRow> {
    const row = await findMail(within, id)
    if (!row) throw new Failure('not-found', 'There is no such e-mail.')
    return row
  }

  /** Records in the audit log who gave messages back to the queue. Their recipients stay with the mails. */
  const keepWho = (tx: Database, actor: Actor, mails: readonly Pick<MailRow, 'id' | 'subject'>[]) => {
    const act = { at: clock.now(), actor, action: 'mail.sent-again' } as const
    return recordAudits(
      tx,
      mails.map(({ id, subject }) => ({ ...act, subject: { type: 'mail', id, label: subject } })),
    )
  }

  return {
    /** Newest first. @throws Failure 'forbidden', 'bad-request' for a foreign cursor. */
    async list(actor: Actor, query: MailQuery): Promise<Page<MailSummary>> {
      requirePostmaster(actor)
      const { items, ...page } = await listMails(reads, { ...query, limit: query.limit ?? mostListed })
      return { ...page, items: items.map(toWire) }
    },

    /** One message with its words, unless they hold a link that opens an account. @throws Failure 'forbidden', 'not-found'. */
    async get(actor: Actor, id: string): Promise<MailMessage> {
      requirePostmaster(actor)
      const row = await found(db, id)
      const withheld = row.expiresAt ? 'link' : row.content ? null : 'age'
      const shown = withheld ? null : row.content
      return {
        ...summary(row),
        withheld,
        text: shown && asText(shown, sender),
        html: shown && (await asHtml(shown, sender)),
      }
    },

    /** Gives the oldest failed messages back to the queue, at most `mostAtOnce`. @throws Failure 'forbidden'. */
    sendAllAgain(actor: Actor): Promise<SentAgain> {
      return actingIn(db, actor, requirePostmaster, async (tx) => {
        const mails = await lockSendable(tx, clock.now(), mostAtOnce)
        const ids = mails.map(({ id }) => id)
        const queued = new Set(await sendAgain(tx, ids))
        await keepWho(
          tx,
          actor,
          mails.filter(({ id }) => queued.has(id)),
        )
        return { queued: queued.size, left: await countFailed(tx) }
      })
    },

    /** Gives a failed message back to the queue. @throws Failure 'forbidden', 'not-found', 'conflict' if it cannot be resent. */
    sendAgain(actor: Actor, id: string): Promise<MailSummary> {
      return actingIn(db, actor, requirePostmaster, async (tx) => {
        const [queued] = await sendAgain(tx, [id])
        const row = await found(tx, id)
        if (queued === undefined)
          throw new Failure('conflict', isAhead(row.claimedUntil) ? beingTried : whyNotAgain(row))
        await keepWho(tx, actor, [row])
        return summary(row)
      })
    },
  }
}

/** How many messages are given back to the queue at once. */
const mostAtOnce = 500

const beingTried = 'This e-mail is being sent right now. Check again in a minute.'

function whyNotAgain({ state, expiresAt }: MailRow): string {
  if (state === 'sent') return 'This e-mail was already sent.'
  if (state === 'queued') return 'This e-mail is waiting to be sent: there is nothing to do.'
  if (expiresAt) return 'The link in this e-mail has expired. The recipient can ask for a new one.'
  return 'The text of this e-mail is no longer kept, so it cannot be sent again.'
}
