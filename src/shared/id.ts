import { z } from 'zod'

/** An id from outside, in the one spelling that is stored. Invalid input is not lower-cased: for a megabyte that takes 50 ms. */
export const idWith = (message?: string) => z.uuid({ error: message, abort: true }).toLowerCase()

export const Id = idWith()
