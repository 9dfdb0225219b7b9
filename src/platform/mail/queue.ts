import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#shared/clock.ts'
import { inTransaction, type Database } from '../db/database.ts'
import type { Jobs, Queue, ScheduledTask } from '../jobs/jobs.ts'
import type { Log } from '../log/log.ts'
import { failureOf } from './failure.ts'
import { longestSendMs, type Mailer } from './mailer.ts'
import type { Mail } from './message.ts'
import {
  claimMessage,
  dropContent,
  endForgotten,
  endLinks,
  findState,
  giveUp,
  insertMessages,
  markFailed,
  markSent,
  queueAgain,
  releaseMessage,
} from './store.ts'

const name = 'mail'

/** What a message is about, and what caused it. */
export type Letter = {
  /** What kind of message it is, for staff: `order-shipped`. */
  kind: string
  /** The cause, such as `order-event:<id>`: a second message with the same key is not written. Each recipient needs its own. */
  event?: string
  /** What it is about, such as `order:<id>`, to find it by. */
  about?: string
  /** When the account link in it expires: after that it is not sent, and nobody but its recipient ever sees it. */
  expiresAt?: Date
}

/**
 * Queues a message: once this resolves, the message is stored and will be sent, once.
 * @param tx the transaction of what the message reports: the message is sent if that is committed.
 */
export type SendMail = (mail: Mail, letter: Letter, tx?: Database) => Promise<void>

/** Queues several in the transaction of what they report, with as many statements as for one. */
export type SendMails = (mails: readonly { mail: Mail; letter: Letter }[], tx: Database) => Promise<void>

/** Sends failed messages again. @returns the ids of those that could be. */
export type SendMailsAgain = (tx: Database, ids: readonly string[]) => Promise<string[]>

type Parts = { jobs: Pick<Jobs, 'add' | 'open'>; db: Database; clock: Clock }
type Ways = { sendMail: SendMail; sendMails: SendMails; sendMailsAgain: SendMailsAgain }

/** The ways into the queue. */
export function mailThrough({ jobs, db, clock }: Parts): Ways {
  const enqueue = (tx: Database, messages: readonly { id: string; recipient: string }[]) =>
    jobs.add(
      tx,
      name,
      messages.map(({ id, recipient }) => ({ data: { id }, group: domainOf(recipient) })),
    )

  const sendMails: SendMails = async (mails, tx) => {
    const messages = mails.map(({ mail, letter: { kind, event, about, expiresAt } }) => ({
      mail,
      kind,
      event,
      about,
      expiresAt,
    }))
    if (messages.length > 0) await enqueue(tx, await insertMessages(tx, messages, clock.now()))
  }

  return {
    sendMails,
    async sendMail(mail, letter, tx) {
      const write = (within: Database) => sendMails([{ mail, letter }], within)
      if (tx) return write(tx)
      await jobs.open()
      await inTransaction(db, write)
    },
    async sendMailsAgain(tx, ids) {
      const again = await queueAgain(tx, ids, clock.now())
      if (again.length > 0) await enqueue(tx, again)
      return again.map(({ id }) => id)
    },
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Longer than a try takes, so that two processes never send one message at once. */
const claimMs = longestSendMs + 20_000

const linkEnded = 'Its link expired before it could be sent.'
const forgotten = 'It could not be sent for two days.'
const twoDaysMs = 2 * 24 * 3_600_000
const keptMs = 90 * 24 * 3_600_000

const noteTries = 40

type Work = { mailer: Mailer; db: Database; clock: Clock; log: Log; notePauseMs?: number }

/** The queue between the author of a message and the mail server, which may be down for hours. */
export function mailQueue({ mailer, db, clock, log, notePauseMs = 500 }: Work): Queue {
  /** Messages that the server has accepted but the database has not recorded: they must not be sent twice. */
  const delivered = new Set<string>()

  /** Records that it was sent, as soon as the database can be reached: if the process dies before that, it is sent twice. */
  async function finish(id: string, tries = noteTries): Promise<void> {
    try {
      await markSent(db, id, clock.now())
      delivered.delete(id)
    } catch (error) {
      if (tries <= 1) throw error
      log.warn('a mail was sent, but this could not be recorded yet', { error })
      await sleep(notePauseMs)
      await finish(id, tries - 1)
    }
  }

  async function send(id: string): Promise<void> {
    if (delivered.has(id)) return finish(id)
    const now = clock.now()
    const mail = await claimMessage(db, id, { now, until: new Date(now.getTime() + claimMs) })
    if (!mail) return leave(id)
    try {
      await mailer.send(mail, id)
    } catch (error) {
      return refuse(id, mail.to, error)
    }
    delivered.add(id)
    await finish(id)
  }

  /** @throws when another process has it, which may have died, so that the job is retried. */
  async function leave(id: string): Promise<void> {
    await endLinks(db, clock.now(), linkEnded)
    if ((await findState(db, id)) === 'queued') throw new Error('another process is sending this message')
  }

  /** @throws the error, if the message is to be tried again. */
  async function refuse(id: string, to: string, error: unknown): Promise<void> {
    const { reason, permanent } = failureOf(error, to)
    if (!permanent) {
      await releaseMessage(db, id, reason)
      throw error
    }
    await markFailed(db, id, clock.now(), reason)
    log.error('a mail cannot be delivered', { error })
  }

  return {
    name,
    work: (data) => send(idIn(data)),
    giveUp: (data) => giveUp(db, idIn(data), clock.now()),
    retries: 20, // mutant(number): once more
    firstPauseSeconds: 5, // mutant(number): a second more
    longestPauseSeconds: 3600, // mutant(number): a second more
    longestTrySeconds: 60, // mutant(number): a second more
    // mutant(number): a second more
    keepDoneSeconds: 600,
    // Of the twenty a process sends at once, so that one hanging server does not hold up the mail to all others.
    atOnceInGroup: 3,
  }
}

function idIn(data: unknown): string {
  if (typeof data === 'object' && data && 'id' in data && typeof data.id === 'string') return data.id
  throw new Error('a mail job has no message id')
}

/** The scheduled tasks of mail. */
export const mailTasks = (db: Database, clock: Clock): ScheduledTask[] => [
  { name: 'sweep-mails', cron: '*/5 * * * *', run: () => sweepMails(db, clock) },
]

async function sweepMails(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await endLinks(db, now, linkEnded)
  await endForgotten(db, ago(twoDaysMs), now, forgotten)
  await dropContent(db, ago(keptMs))
}
