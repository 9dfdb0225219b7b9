import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const isStaff = (actor: Actor): boolean => actor.role === 'admin'

/** @throws Failure 'forbidden'. */
export function requireQuoteReader(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only an admin can see quote requests.')
}

/** @throws Failure 'forbidden'. */
export function requireQuoteStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only an admin can answer quote requests.')
}
