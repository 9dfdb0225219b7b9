import { AsyncLocalStorage } from 'node:async_hooks'
import type { TokenSubject } from '#shared/actor.ts'

/** Somebody's way back from Google, with what is found out on it. */
export type GoogleVisit = {
  /** Who connects Google to their account, and by which session. */
  by?: TokenSubject
  /** Who comes in by it, in Google's words. */
  subject?: string
}

const underWay = new AsyncLocalStorage<GoogleVisit>()

/** Within `work` the library takes in somebody who comes back. */
export const visiting = <T>(visit: GoogleVisit, work: () => Promise<T>): Promise<T> => underWay.run(visit, work)

export const googleVisit = (): GoogleVisit | undefined => underWay.getStore()
