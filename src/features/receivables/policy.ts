import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** @throws Failure 'forbidden'. */
export function requireCreditStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only staff can work on accounts.')
}

/** @throws Failure 'forbidden'. */
export function requireStatementReader(actor: Actor, email: string): void {
  if (actor.email !== email && !isStaff(actor)) throw new Failure('forbidden', 'You can only see your own statement.')
}
