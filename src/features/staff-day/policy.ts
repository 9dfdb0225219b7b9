import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** @throws Failure 'forbidden'. */
export function requireDayStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only staff can see what waits for them.')
}
