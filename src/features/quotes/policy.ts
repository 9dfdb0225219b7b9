import { isStaff, type Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

/** @throws Failure 'forbidden'. */
export function requireQuoteStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only staff can answer requests for a quote.')
}

/** Also used for a quote the caller may not see. */
export const noSuchQuote = (): Failure => new Failure('not-found', 'There is no such quote.')
