import { inBackground } from '../db/fair-line.ts'

type Options = { pauseMs: number; onError: (error: unknown) => void }

/**
 * Work that is requested more often than it is worth doing: it starts `pauseMs` after the first request, once for all requests
 * until then, and never runs twice at a time.
 */
export function createSoon(work: () => Promise<void>, { pauseMs, onError }: Options) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const run = () => {
    timer = undefined
    running = running.then(() => inBackground(work)).catch(onError)
  }

  return {
    ask(): void {
      if (stopped) return
      timer ??= setTimeout(run, pauseMs).unref()
    },

    /** Starts nothing more and waits for what is running. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
