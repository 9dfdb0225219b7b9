import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** @throws Failure 'forbidden'. */
export function requireDayStaff(actor: Actor): void {
  if (actor.role !== 'admin') throw new Failure('forbidden', 'Only staff can see what waits for them.')
}
