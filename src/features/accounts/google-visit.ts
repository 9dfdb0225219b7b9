import { AsyncLocalStorage } from 'node:async_hooks'
import type { TokenSubject } from '#shared/actor.ts'

/** A return from Google, with what is found out while it is handled. */
export type GoogleVisit = {
  /** Who connects Google to their account, and by which session. */
  by?: TokenSubject
  /** Google's subject id of whoever signs in. */
  subject?: string
}

const currentVisit = new AsyncLocalStorage<GoogleVisit>()

/** Runs `work`, in which the library handles a return from Google. */
export const visiting = <T>(visit: GoogleVisit, work: () => Promise<T>): Promise<T> => currentVisit.run(visit, work)

export const googleVisit = (): GoogleVisit | undefined => currentVisit.getStore()
