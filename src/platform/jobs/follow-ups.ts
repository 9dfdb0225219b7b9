import type { Engine } from '../db/database.ts'
import { createNotifier } from '../db/notifier.ts'
import type { Log } from '../log/log.ts'

const channel = 'follow_ups'

type Options = {
  /** Whether this process does background work. */
  works: boolean
  /** Whether to start at once; otherwise all work is left to the scheduled tasks. */
  atOnce: boolean
  log: Log
}

/**
 * Work that follows an action soon after, such as telling people of it. A process that does background work does its own; one that
 * only answers notifies those that do. When a notification is lost, the scheduled task of the same work does it within its minute.
 */
export function createFollowUps(engine: Engine, { works, atOnce, log }: Options) {
  const known = new Map<string, () => void>()
  const notifier = createNotifier(engine, channel, log)
  let deafen: (() => Promise<void>) | undefined

  function hear(name: string): void {
    // An empty name stands for everything that was missed.
    for (const [each, begin] of known) if (name === '' || name === each) begin()
  }

  return {
    /** @param begin starts the work without waiting for it. @returns a function that requests it, wherever it is done. */
    add(name: string, begin: () => void): () => void {
      if (!atOnce) return () => undefined
      known.set(name, begin)
      return works ? begin : () => notifier.say(name)
    },

    /** From now on does what other processes request, and what was left before. */
    async start(): Promise<void> {
      // The embedded engine has one process, which does its own work.
      if (atOnce && works && engine.kind === 'postgres') deafen = await engine.listen(channel, hear)
    },

    async stop(): Promise<void> {
      await notifier.stop()
      await deafen?.()
    },
  }
}
