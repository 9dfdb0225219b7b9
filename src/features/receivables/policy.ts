import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const isAdmin = (actor: Actor): boolean => actor.role === 'admin'

/** @throws Failure 'forbidden'. */
export function requireCreditStaff(actor: Actor): void {
  if (!isAdmin(actor)) throw new Failure('forbidden', 'Only staff can work on accounts.')
}

/** @throws Failure 'forbidden'. */
export function requireStatementReader(actor: Actor, email: string): void {
  if (actor.email !== email && !isAdmin(actor)) throw new Failure('forbidden', 'You can only see your own statement.')
}
