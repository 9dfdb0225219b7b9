import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** Whether somebody may see which of the staff did what, and what went wrong. */
export const maySeeAllMoney = isStaff

/** @throws Failure 'forbidden'. */
export function requirePaymentStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only an admin can manage payments.')
}
