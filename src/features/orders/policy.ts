import type { Actor } from '#shared/actor.ts'

type Owned = { userId: string }

const isAdmin = (actor: Actor): boolean => actor.role === 'admin'

export const ownsOrder = (actor: Actor, order: Owned): boolean => order.userId === actor.id
export const mayReadOrder = (actor: Actor, order: Owned): boolean => ownsOrder(actor, order) || isAdmin(actor)
export const mayCancelOrder = (actor: Actor, order: Owned): boolean => ownsOrder(actor, order) || isAdmin(actor)
