import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const mayKeepStock = (actor: Actor): boolean => actor.role === 'admin'

/** @throws Failure 'forbidden'. */
export function requireStockKeeper(actor: Actor): void {
  if (!mayKeepStock(actor)) throw new Failure('forbidden', 'Only an admin can see and change stock movements.')
}
