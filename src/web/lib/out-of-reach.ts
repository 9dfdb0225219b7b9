import { ApiProblem } from './problem.ts'

/**
 * Whether a call failed because no answer came, or the shop is not well. A page that is loaded again now is gone, with what is
 * typed in it: it stays as it is.
 */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500)
