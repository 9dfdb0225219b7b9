import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a call comes from. */
export type Origin = { address: string; userAgent: () => string | undefined }

const origins = new AsyncLocalStorage<Origin | undefined>()

/** Runs `work` so that everything it records carries this origin; undefined for what the shop does by itself. */
export const calledFrom = <T>(origin: Origin | undefined, work: () => T): T => origins.run(origin, work)

/** Where the current call comes from; undefined for what the shop does by itself. */
export const currentOrigin = (): Origin | undefined => origins.getStore()
