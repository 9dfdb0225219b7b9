import type { Clock } from '#shared/clock.ts'

const hour = 3_600_000

/** A clock that stands still until a test moves it. */
export function createTestClock(start = '2026-11-21T10:00:00.000Z') {
  let now = new Date(start)
  return {
    now: () => now,
    advance({ hours = 0, seconds = 0 }: { hours?: number; seconds?: number }) {
      now = new Date(now.getTime() + hours * hour + seconds * 1000)
    },
  } satisfies Clock & Record<string, unknown>
}
