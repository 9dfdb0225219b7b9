import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** For reading messages, and for sending them again. @throws Failure 'forbidden'. */
export function requirePostmaster(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only an admin can see the shop’s mail.')
}
