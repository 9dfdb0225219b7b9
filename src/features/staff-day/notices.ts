import { site } from '#content/site.ts'
import { actingIn } from '#features/accounts/acting.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Mail } from '#platform/mail/message.ts'
import type { SendMail } from '#platform/mail/queue.ts'
import type { Actor, TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { newsOf, type News } from './news.ts'
import { advance, findNotices, listTold, putNotices, type NoticeRow } from './notice-store.ts'
import { requireDayStaff } from './policy.ts'
import { dueUntil } from './rules.ts'
import { noticeTopics, type NewNotices, type NoticeTopic, type StaffNotices } from './schema.ts'

export type StaffNoticesService = ReturnType<typeof createStaffNotices>

type Parts = {
  db: Database
  clock: Clock
  publicUrl: string
  /** Whether staff need a second factor: an admin without one is told nothing, as they may see nothing. */
  staffFactor: TokenSubject['staffFactor'] | undefined
  sendMail: SendMail
  /** Prepares what `sendMail` needs and cannot do within a transaction. */
  ready: () => Promise<void>
  log: Log
}

/** One mail lists at most this many, and says that there are more. */
const mostNamed = 20
const nothing: StaffNotices = { orders: 'off', quotes: 'off', stock: 'off', failures: 'off' }
const chosenOf = ({ orders, quotes, stock, failures }: StaffNotices): StaffNotices => ({
  orders,
  quotes,
  stock,
  failures,
})

/** Mails to staff: what is new, what runs low and what failed, each as they chose. */
export function createStaffNotices({ db, clock, publicUrl, staffFactor, sendMail, ready, log }: Parts) {
  async function tellOf(
    topic: NoticeTopic,
    notices: NoticeRow,
    person: { email: string; name: string },
  ): Promise<void> {
    const since = notices[`${topic}Until`]
    const until = dueUntil(notices[topic], since, clock.now(), site.timeZone)
    if (!until) return
    await inTransaction(db, async (tx) => {
      if (!(await advance(tx, notices, topic, until))) return
      const lines = await newsOf[topic](tx, { since, until, most: mostNamed + 1 })
      if (lines.length === 0) return
      const event = `notice:${topic}:${notices.userId}:${until.toISOString()}`
      await sendMail(noticeMail(topic, lines, person, publicUrl), { kind: words[topic].kind, event }, tx)
    })
  }

  return {
    /** What the actor gets mails about. @throws Failure 'forbidden'. */
    async get(actor: Actor): Promise<StaffNotices> {
      requireDayStaff(actor)
      return chosenOf((await findNotices(db, actor.id)) ?? nothing)
    },

    /** Saves the choices. A topic whose mode changes counts from now on. @throws Failure 'forbidden'. */
    put(actor: Actor, chosen: NewNotices): Promise<StaffNotices> {
      return actingIn(db, actor, requireDayStaff, async (tx) => {
        const before = await findNotices(tx, actor.id)
        const notices = { ...chosenOf(before ?? nothing), ...chosen }
        await putNotices(tx, actor.id, notices, before, clock.now())
        return notices
      })
    },

    /** Mails everybody who is due. If one mail cannot be queued, it is tried again later and does not hold up the others. */
    async tell(): Promise<void> {
      await ready()
      for (const { notices, ...person } of await listTold(db, staffFactor)) {
        for (const topic of noticeTopics) {
          await tellOf(topic, notices, person).catch((error: unknown) =>
            log.warn('a notice to staff could not be queued; it is tried again later', {
              userId: notices.userId,
              topic,
              error,
            }),
          )
        }
      }
    },
  }
}

type Words = {
  /** The kind of mail. */
  kind: string
  /** What follows the count: singular and plural. */
  one: string
  several: string
  button: string
  path: string
}

const words: Record<NoticeTopic, Words> = {
  orders: {
    kind: 'staff-new-orders',
    one: 'new order',
    several: 'new orders',
    button: 'Open the orders',
    path: '/dashboard/orders',
  },
  quotes: {
    kind: 'staff-new-quotes',
    one: 'request or reply about a quote',
    several: 'requests and replies about quotes',
    button: 'Open the requests',
    path: '/dashboard/quotes',
  },
  stock: {
    kind: 'staff-low-stock',
    one: 'product is running low',
    several: 'products are running low',
    button: 'Open the products',
    path: '/managetools?low_stock=true',
  },
  failures: {
    kind: 'staff-failures',
    one: 'thing went wrong',
    several: 'things went wrong',
    button: 'Open Today',
    path: '/dashboard',
  },
}

function noticeMail(
  topic: NoticeTopic,
  lines: readonly News[],
  { email, name }: { email: string; name: string },
  publicUrl: string,
): Mail {
  const { one, several, button, path } = words[topic]
  const count = lines.length > mostNamed ? `More than ${mostNamed}` : String(lines.length)
  const subject = `${count} ${lines.length === 1 ? one : several}`
  return {
    to: email,
    subject,
    paragraphs: [`Hello ${name}. ${subject}:`, 'Choose in My Profile what we e-mail you about.'],
    details: lines.slice(0, mostNamed).map(({ text: value, person }, n) => ({
      label: String(n + 1),
      value,
      ...(person !== undefined && { person }),
    })),
    action: { label: button, url: `${publicUrl}${path}` },
  }
}
