import { site } from '#content/site.ts'
import { actingIn } from '#features/accounts/acting.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Mail } from '#platform/mail/message.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { formatMoney, toMajor } from '#shared/money.ts'
import {
  advance,
  findNotices,
  listTold,
  ordersWithin,
  putNotices,
  quotesWithin,
  type NoticeRow,
} from './notice-store.ts'
import { requireDayStaff } from './policy.ts'
import { dueUntil } from './rules.ts'
import type { NoticeTopic, StaffNotices } from './schema.ts'

export type StaffNoticesService = ReturnType<typeof createStaffNotices>

type Parts = {
  db: Database
  clock: Clock
  publicUrl: string
  sendMail: SendMail
  /** Makes ready what `sendMail` needs, which it cannot within a transaction. */
  ready: () => Promise<void>
  log: Log
}

/** One mail names so many, and says that there are more. */
const mostNamed = 20
const nothing: StaffNotices = { orders: 'off', quotes: 'off' }
const chosenOf = ({ orders, quotes }: StaffNotices): StaffNotices => ({ orders, quotes })

/** What staff are written of: new orders and requests for a quote, each as they chose. */
export function createStaffNotices({ db, clock, publicUrl, sendMail, ready, log }: Parts) {
  async function came(tx: Database, topic: NoticeTopic, since: Date, until: Date): Promise<string[]> {
    const window = { since, until, most: mostNamed + 1 }
    if (topic === 'quotes') {
      const rows = await quotesWithin(tx, window)
      return rows.map(
        ({ name, productName, quantity }) => `${quantity.toLocaleString('en-US')} × ${productName}, ${name}`,
      )
    }
    const rows = await ordersWithin(tx, window)
    return rows.map(
      ({ number, name, total, currency }) => `${number}, ${formatMoney(toMajor(total, currency), currency)}, ${name}`,
    )
  }

  async function tellOf(
    topic: NoticeTopic,
    notices: NoticeRow,
    person: { email: string; name: string },
  ): Promise<void> {
    const since = topic === 'orders' ? notices.ordersUntil : notices.quotesUntil
    const until = dueUntil(notices[topic], since, clock.now(), site.timeZone)
    if (!until) return
    await inTransaction(db, async (tx) => {
      if (!(await advance(tx, notices, topic, until))) return
      const lines = await came(tx, topic, since, until)
      if (lines.length === 0) return
      const event = `notice:${topic}:${notices.userId}:${until.toISOString()}`
      await sendMail(noticeMail(topic, lines, person, publicUrl), { kind: `staff-new-${topic}`, event }, tx)
    })
  }

  return {
    /** What the actor is written of. @throws Failure 'forbidden'. */
    async get(actor: Actor): Promise<StaffNotices> {
      requireDayStaff(actor)
      return chosenOf((await findNotices(db, actor.id)) ?? nothing)
    },

    /** Chooses it, from now on. @throws Failure 'forbidden'. */
    async put(actor: Actor, chosen: StaffNotices): Promise<StaffNotices> {
      await actingIn(db, actor, requireDayStaff, (tx) => putNotices(tx, actor.id, chosen, clock.now()))
      return chosen
    },

    /** Writes to everybody for whom it is time. One whose mail cannot be kept is tried again, and holds up no other. */
    async tell(): Promise<void> {
      await ready()
      for (const { notices, ...person } of await listTold(db)) {
        for (const topic of ['orders', 'quotes'] as const) {
          await tellOf(topic, notices, person).catch((error: unknown) =>
            log.warn('staff are told later', { userId: notices.userId, topic, error }),
          )
        }
      }
    },
  }
}

const nouns = { orders: ['order', 'orders'], quotes: ['request for a quote', 'requests for a quote'] } as const
const lists = { orders: '/dashboard/orders', quotes: '/dashboard/quotes' } as const

function noticeMail(
  topic: NoticeTopic,
  lines: readonly string[],
  { email, name }: { email: string; name: string },
  publicUrl: string,
): Mail {
  const isMore = lines.length > mostNamed
  const count = isMore ? `More than ${mostNamed}` : String(lines.length)
  const noun = nouns[topic][lines.length === 1 ? 0 : 1]
  return {
    to: email,
    subject: `${count} new ${noun}`,
    paragraphs: [
      `Hello ${name}, ${isMore ? `more than ${mostNamed} ${noun} have` : `${lines.length} ${noun} ${lines.length === 1 ? 'has' : 'have'}`} come in.`,
      'You choose in My Profile what you are written of.',
    ],
    details: lines.slice(0, mostNamed).map((value, n) => ({ label: String(n + 1), value })),
    action: { label: 'Open the list', url: `${publicUrl}${lists[topic]}` },
  }
}
