import type { Actor } from '#shared/actor.ts'

export const mayEditCatalogue = (actor: Actor): boolean => actor.role === 'admin'
