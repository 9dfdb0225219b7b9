import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

type Owned = { userId: string }

export const ownsOrder = (actor: Actor, order: Owned): boolean => order.userId === actor.id
export const mayReadOrder = (actor: Actor, order: Owned): boolean => ownsOrder(actor, order) || isStaff(actor)
export const mayCancelOrder = (actor: Actor, order: Owned): boolean => ownsOrder(actor, order) || isStaff(actor)

/** Also used for an order the actor may not see. */
export const noSuchOrder = (): Failure => new Failure('not-found', 'There is no such order.')

/** @throws Failure 'forbidden'. */
export function requireStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only staff can work on orders.')
}
