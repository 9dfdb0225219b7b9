import type { Actor } from '#shared/actor.ts'

const isAdmin = (actor: Actor): boolean => actor.role === 'admin'
const isSelf = (actor: Actor, email: string): boolean => actor.email === email.toLowerCase()

export const mayAskWhetherAdmin = (actor: Actor, email: string): boolean => isSelf(actor, email) || isAdmin(actor)
export const mayManageUsers = isAdmin
