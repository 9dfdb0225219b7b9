import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const maySee = (actor: Actor): boolean => actor.role === 'admin'

/** For reading messages, and for sending them again. @throws Failure 'forbidden'. */
export function requirePostmaster(actor: Actor): void {
  if (!maySee(actor)) throw new Failure('forbidden', 'Only an admin can see the shop’s mail.')
}
