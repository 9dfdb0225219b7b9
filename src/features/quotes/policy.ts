import type { Actor } from '#shared/actor.ts'

export const mayReadQuotes = (actor: Actor): boolean => actor.role === 'admin'
