import { isStaff, type Actor, type Role, type SecondFactor, type TokenSubject } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'

const isSelf = (actor: Actor, email: string): boolean => actor.email === email.toLowerCase()

export const mayAskWhetherAdmin = (actor: Actor, email: string): boolean => isSelf(actor, email) || isStaff(actor)

/** @throws Failure 'forbidden'. */
export function requireManager(actor: Actor): void {
  if (!isStaff(actor)) throw new Failure('forbidden', 'Only an admin can manage users.')
}

/** The role that somebody may act in: where staff need a second factor, an admin without one acts as a user. */
export function standing(
  { staffFactor }: TokenSubject,
  { role, secondFactor }: { role: Role; secondFactor: SecondFactor | null },
): Pick<Actor, 'role' | 'lacksFactor'> {
  const lacksFactor = role === 'admin' && staffFactor === 'required' && secondFactor === null
  return lacksFactor ? { role: 'user', lacksFactor } : { role }
}
