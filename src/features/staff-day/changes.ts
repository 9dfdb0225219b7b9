import { onBehalfOf } from '#platform/db/fair-line.ts'
import type { Log } from '#platform/log/log.ts'
import { Failure } from '#shared/errors.ts'
import type { Actor } from '#shared/actor.ts'
import { openReader, type Reader } from './change-reader.ts'
import { requireDayStaff } from './policy.ts'
import { changedTopics } from './rules.ts'
import { topics as allTopics, type Marks } from './schema.ts'

export type StaffChanges = ReturnType<typeof createStaffChanges>

/** Milliseconds: between two looks, between two heartbeats, and until a stream must be requested again with a new token. */
const usual = { look: 2_000, heartbeat: 20_000, longest: 15 * 60_000 }
const most = { ofAccount: 5, ofProcess: 200 }

type Parts = { readMarks: () => Promise<Marks>; log: Log; pauses?: Partial<typeof usual> }

/**
 * Tells staff that something changed, never what. While somebody listens, each process polls the database, no more often for
 * many readers than for one: so it does not matter which process made a change.
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
    // Anything may have changed between a reader's list and the first look.
    const topics = known ? changedTopics(known, marks) : allTopics
    known = marks
    if (topics.length > 0) for (const reader of readers) reader.tell(topics)
  }

  async function run(): Promise<void> {
    isLooking = true
    await lookOnce().catch((error: unknown) => log.warn('changes for staff could not be looked up', { error }))
    isLooking = false
    if (readers.size > 0) timer = setTimeout(() => void run(), look)
    // Changes made while nobody listens need not be told.
    else known = undefined
  }

  function refuse(actor: Actor): void {
    if (isStopped || readers.size >= most.ofProcess) {
      throw new Failure('unavailable', 'Too many pages are open. This one refreshes more slowly.', {
        extra: { retryAfter: 30 },
      })
    }
    const own = [...readers].filter(({ accountId }) => accountId === actor.id)
    if (own.length >= most.ofAccount) {
      throw new Failure('too-many', 'You have many pages open. This one refreshes more slowly.', {
        extra: { retryAfter: 30 },
      })
    }
  }

  return {
    /**
     * A stream of server-sent events whose data are the topics that changed. It starts with all topics, once the current state is
     * known, so that what a reader loads then misses nothing before the next event. It ends when the reader may no longer read it.
     * @param confirm checks again whether they may read it.
     * @throws Failure 'forbidden', 'too-many' for an account's sixth stream, 'unavailable' for the 201st of this process.
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
          // On behalf of nobody: otherwise all readers would wait in the queue of whoever came first.
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

    /** Ends all streams, and accepts no more. */
    stop(): void {
      isStopped = true
      for (const reader of readers) reader.end()
    },
  }
}
