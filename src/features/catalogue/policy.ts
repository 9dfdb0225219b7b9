import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const mayEdit = (actor: Actor): boolean => actor.role === 'admin'

/** @throws Failure 'forbidden'. */
export function requireEditor(actor: Actor): void {
  if (!mayEdit(actor)) throw new Failure('forbidden', 'Only an admin can change the catalogue.')
}
