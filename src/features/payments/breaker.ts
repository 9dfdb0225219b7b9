import { Failure } from '#shared/errors.ts'

type Options = {
  /** How many calls may run at once. */
  atOnce: number
  /** After how many failures in a row calls are refused, and for how long, in milliseconds. */
  failures: number
  pauseMs: number
  now: () => Date
  /** Whether an error means an outage rather than a refusal. */
  isOutage: (error: unknown) => boolean
}

/**
 * Keeps a service that is down or slow from holding up its callers: beyond a number of calls at once, and after
 * several failures in a row, calls fail before they are made. After a pause one call tests whether it is back.
 */
export function createBreaker({ atOnce, failures, pauseMs, now, isOutage }: Options) {
  let running = 0
  let failed = 0
  /** Until when calls are refused, in Unix milliseconds. */
  let shutUntil = 0

  /** With more than the pause left, the clock was set back: calls then go through. */
  const isOpen = (): boolean => {
    const left = shutUntil - now().getTime()
    return failed >= failures && left > 0 && left <= pauseMs
  }

  function note(error: unknown): void {
    failed = isOutage(error) ? failed + 1 : 0
    if (failed >= failures) shutUntil = now().getTime() + pauseMs
  }

  return {
    isOpen,

    /** @throws Failure 'unavailable' without doing the work, or what the work throws. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (isOpen() || running >= atOnce) throw outOfReach()
      // This call tests whether the service is back; meanwhile the others are refused.
      if (failed >= failures) shutUntil = now().getTime() + pauseMs
      running += 1
      try {
        const result = await work()
        failed = 0
        return result
      } catch (error) {
        note(error)
        throw error
      } finally {
        running -= 1
      }
    },
  }
}

/** The provider cannot be asked now. */
export const outOfReach = (cause?: unknown): Failure =>
  new Failure('unavailable', 'The payment provider cannot be reached. Try again in a moment.', { cause })
