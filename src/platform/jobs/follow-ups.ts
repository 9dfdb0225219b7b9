import type { Engine } from '../db/database.ts'
import { createNotifier } from '../db/notifier.ts'
import type { Log } from '../log/log.ts'

const channel = 'follow_ups'

type Options = {
  /** Whether this process does background work. */
  works: boolean
  /** Without it all is left to the clock. */
  atOnce: boolean
  log: Log
}

/**
 * Work that follows an act soon after, such as telling people of it. A process that works does its own; one that only answers leaves
 * it to those that work, and tells them. What nobody hears of, the scheduled task of the same work does within its minute.
 */
export function createFollowUps(engine: Engine, { works, atOnce, log }: Options) {
  const known = new Map<string, () => void>()
  const notifier = createNotifier(engine, channel, log)
  let deafen: (() => Promise<void>) | undefined

  function hear(name: string): void {
    // An empty name stands for all that was missed.
    for (const [each, begin] of known) if (name === '' || name === each) begin()
  }

  return {
    /** @param begin begins the work, and does not wait for it. @returns what asks for it, wherever it is done. */
    add(name: string, begin: () => void): () => void {
      if (!atOnce) return () => undefined
      known.set(name, begin)
      return works ? begin : () => notifier.say(name)
    },

    /** From now on it does what others ask for, and what was left before. */
    async start(): Promise<void> {
      // The embedded engine has one process, which works.
      if (atOnce && works && engine.kind === 'postgres') deafen = await engine.listen(channel, hear)
    },

    async stop(): Promise<void> {
      await notifier.stop()
      await deafen?.()
    },
  }
}
