import { z } from 'zod'

/** An id from outside, in the one spelling that it is stored in. What is none is not folded: with a megabyte that takes 50 ms. */
export const idWith = (message?: string) => z.uuid({ error: message, abort: true }).toLowerCase()

export const Id = idWith()
