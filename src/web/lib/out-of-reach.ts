import { ApiProblem } from './problem.ts'

/**
 * Whether a call failed because no answer came or the shop has an error. Reloading the page now would lose it and the input
 * in it, so it stays as it is.
 */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500)
