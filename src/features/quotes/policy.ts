import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

export const isStaff = (actor: Actor): boolean => actor.role === 'admin'

/** @throws Failure 'forbidden'. */
export function requireQuoteStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only staff can answer requests for a quote.')
}

/** Also used for a quote the caller may not see. */
export const noSuchQuote = (): Failure => new Failure('not-found', 'There is no such quote.')
