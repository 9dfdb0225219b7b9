import { onBehalfOf } from '#platform/db/fair-line.ts'
import type { Log } from '#platform/log/log.ts'
import { Failure } from '#shared/errors.ts'
import type { Actor } from '#shared/actor.ts'
import { openReader, type Reader } from './change-reader.ts'
import { requireDayStaff } from './policy.ts'
import { changedTopics } from './rules.ts'
import { topics as allTopics, type Marks } from './schema.ts'

export type StaffChanges = ReturnType<typeof createStaffChanges>

/** Milliseconds: between two looks, between two signs of life, and until a stream has to be asked for with a new token. */
const usual = { look: 2_000, heartbeat: 20_000, longest: 15 * 60_000 }
const most = { ofAccount: 5, ofProcess: 200 }

type Parts = { readMarks: () => Promise<Marks>; log: Log; pauses?: Partial<typeof usual> }

/**
 * Tells staff that something changed, and never what. While somebody listens each process looks at the database, the same for one
 * reader as for many: so it does not matter which process a change came by.
 */
export function createStaffChanges({ readMarks, log, pauses = {} }: Parts) {
  const { look, heartbeat, longest } = { ...usual, ...pauses }
  const readers = new Set<Reader>()
  let known: Marks | undefined
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isStopped = false

  async function lookOnce(): Promise<void> {
    const marks = await readMarks()
    // What came between a reader's list and the first look can be anything.
    const topics = known ? changedTopics(known, marks) : allTopics
    known = marks
    if (topics.length > 0) for (const reader of readers) reader.tell(topics)
  }

  async function run(): Promise<void> {
    isLooking = true
    await lookOnce().catch((error: unknown) => log.warn('what changed for staff could not be looked up', { error }))
    isLooking = false
    if (readers.size > 0) timer = setTimeout(() => void run(), look)
    // What happens while nobody listens is nobody's news.
    else known = undefined
  }

  function refuse(actor: Actor): void {
    if (isStopped || readers.size >= most.ofProcess) {
      throw new Failure('unavailable', 'Too many pages are open. This one renews itself more slowly.', {
        extra: { retryAfter: 30 },
      })
    }
    const own = [...readers].filter(({ accountId }) => accountId === actor.id)
    if (own.length >= most.ofAccount) {
      throw new Failure('too-many', 'You have many pages open. This one renews itself more slowly.', {
        extra: { retryAfter: 30 },
      })
    }
  }

  return {
    /**
     * A stream of server-sent events whose data are the topics that changed: all of them at first, once it is known what there is,
     * so that what a reader asks for then is as new as what they are told after it. It ends with the reader's rights.
     * @param confirm decides once more whether they may read it.
     * @throws Failure 'forbidden', 'too-many' for the sixth of an account, 'unavailable' for the 201st of this process.
     */
    open(actor: Actor, confirm: () => Promise<void>): ReadableStream<Uint8Array> {
      requireDayStaff(actor)
      refuse(actor)
      return openReader({
        accountId: actor.id,
        confirm,
        heartbeat,
        longest,
        onOpen(reader) {
          readers.add(reader)
          if (known) reader.tell(allTopics)
          // In nobody's name: others would wait in the line of whoever came first.
          if (readers.size === 1 && !isLooking) onBehalfOf('', () => void run())
        },
        onEnd(reader) {
          readers.delete(reader)
          if (readers.size > 0 || isLooking) return
          clearTimeout(timer)
          known = undefined
        },
      })
    },

    /** Ends all streams, and opens no more. */
    stop(): void {
      isStopped = true
      for (const reader of readers) reader.end()
    },
  }
}
