import type { Log } from '#platform/log/log.ts'

/** Looks at objects again when they are due to change by themselves, so that their webhooks are sent without a request. */
export function createTimers(now: () => Date, log: Log) {
  const timers = new Set<NodeJS.Timeout>()
  return {
    /** @param at in Unix milliseconds. If this process ends before then, the next read of the object does the same. */
    later(at: number, look: () => Promise<unknown>): void {
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          look().catch((error: unknown) => log.warn('The card sandbox could not settle a payment', { error }))
        },
        at - now().getTime() + 10, // a timer may fire a little early
      )
      timer.unref()
      timers.add(timer)
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

export type Timers = ReturnType<typeof createTimers>
