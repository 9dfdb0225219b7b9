import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** @throws Failure 'forbidden'. */
export function requireEditor(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only an admin can change the catalogue.')
}
