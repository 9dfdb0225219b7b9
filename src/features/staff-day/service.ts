import { site } from '#content/site.ts'
import type { Payments } from '#features/payments/service.ts'
import type { Reads } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { dayOf } from '#shared/days.ts'
import { requireDayStaff } from './policy.ts'
import { mostCounted, quoteDays } from './rules.ts'
import type { StaffDay } from './schema.ts'
import { countWaiting } from './store.ts'

export type StaffDays = ReturnType<typeof createStaffDay>

type Parts = { reads: Reads; clock: Clock; disagreements: Payments['disagreements'] }

/** What waits for staff at the start of a working day. */
export function createStaffDay({ reads, clock, disagreements }: Parts) {
  return {
    /** @throws Failure 'forbidden'. */
    async today(actor: Actor): Promise<StaffDay> {
      requireDayStaff(actor)
      const now = clock.now()
      const quotesFrom = dayOf(now, site.timeZone, quoteDays)
      const [waiting, differing] = await Promise.all([countWaiting(reads, quotesFrom, now), disagreements(actor)])
      return { ...waiting, quotesFrom, disagreements: Math.min(differing.length, mostCounted + 1) }
    },
  }
}
