import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const mayModerate = (actor: Actor): boolean => actor.role === 'admin'

/** @throws Failure 'forbidden'. */
export function requireModerator(actor: Actor): void {
  if (!mayModerate(actor)) throw new Failure('forbidden', 'Only an admin can hide a review.')
}
