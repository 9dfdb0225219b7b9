import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const mayRead = (actor: Actor): boolean => actor.role === 'admin'

/** @throws Failure 'forbidden'. */
export function requireAuditReader(actor: Actor): void {
  if (!mayRead(actor)) throw new Failure('forbidden', 'Only an admin can read the audit log.')
}
