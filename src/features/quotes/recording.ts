import type { TaxRules } from '#features/pricing/tax.ts'
import { recordAudit, type AuditEntry } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import type { QuoteLinks } from './link.ts'
import { quoteMail, type ToldKind } from './mails.ts'
import type { Party } from './rules.ts'
import type { QuoteEventDetails, QuoteEventKind } from './schema.ts'
import { addEvent, changeQuote, type QuoteRow } from './store.ts'

export type Recording = {
  clock: Clock
  currency: string
  tax: TaxRules
  publicUrl: string
  links: QuoteLinks
  sendMail: SendMail
}

/** The audit log's names for what staff do; the undefined ones only buyers and the clock do. */
const staffActs = {
  message: 'quote.message',
  offered: 'quote.offered',
  declined: 'quote.declined',
  withdrawn: 'quote.withdrawn',
  accepted: undefined,
  expired: undefined,
} as const satisfies Record<QuoteEventKind, string | undefined>

/** A step with what it changes in the quote, what the history says of it, and with `after` what the audit log does. */
type Noted = Partial<QuoteRow> & {
  kind: QuoteEventKind
  text?: string | undefined
  details?: QuoteEventDetails
  after?: AuditEntry['after']
}

/** What each step of a quote leaves behind, in its transaction: a line of its history, an entry in the audit log, and a mail. */
export function createRecording({ clock, currency, tax, publicUrl, links, sendMail }: Recording) {
  async function tell(tx: Database, kind: ToldKind, quote: QuoteRow, eventId: string, text?: string): Promise<void> {
    const url = links.signedUrl(publicUrl, quote, clock.now())
    const mail = quoteMail(kind, { quote, currency, tax, url }, text)
    const about = `quote:${quote.id}`
    await sendMail(mail, { kind: `quote-${kind}`, event: `${about}:${kind}:${eventId}`, about }, tx)
  }

  /**
   * Records a step or a message, and whether staff have to answer it.
   * @returns the quote as it is afterwards, and the id of the event.
   */
  async function note(
    tx: Database,
    quote: QuoteRow,
    { party, actor }: { party: Party; actor?: Actor | undefined },
    { kind, text, details, after, ...change }: Noted,
  ): Promise<{ now: QuoteRow; eventId: string }> {
    const at = clock.now()
    const byStaff = party === 'staff'
    const eventId = await addEvent(tx, { quoteId: quote.id, kind, at, byStaff, actorId: actor?.id, text, details })
    const answered = answeredBy(quote, party, { kind, actor, at })
    await changeQuote(tx, quote.id, { ...change, ...answered })
    const action = staffActs[kind]
    if (byStaff && actor && action) {
      const subject = { type: 'quote', id: quote.id, label: quote.number }
      await recordAudit(tx, { at, actor, action, subject, after })
    }
    return { now: { ...quote, ...change, ...answered }, eventId }
  }

  return { note, tell }
}

/**
 * Whether the quote counts as answered: a buyer's message makes it unanswered, the clock changes nothing, all else answers it. What
 * staff have answered stays their answer when the buyer accepts or ends it.
 */
function answeredBy(
  { answeredAt }: QuoteRow,
  party: Party,
  { kind, actor, at }: { kind: QuoteEventKind; actor: Actor | undefined; at: Date },
): Partial<Pick<QuoteRow, 'answeredAt' | 'answeredBy'>> {
  if (party === 'staff') return { answeredAt: at, answeredBy: actor?.id ?? null }
  if (party === 'buyer' && kind === 'message') return { answeredAt: null, answeredBy: null }
  return party === 'buyer' && answeredAt === null ? { answeredAt: at } : {}
}
