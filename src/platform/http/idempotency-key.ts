import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '#shared/errors.ts'
import { header } from './validate.ts'

const keyRule = 'Must be 1 to 255 visible ASCII characters'

/** Visible ASCII, as an HTTP header carries it. */
const IdempotencyKey = z
  .string()
  .min(1, keyRule)
  .max(255, { error: keyRule, abort: true })
  .regex(/^[!-~]*$/, keyRule)

/** The Idempotency-Key of a call. @param about what it does there, for the API document. */
export const idempotencyKey = (about: string) => header('idempotency-key', IdempotencyKey.describe(about).optional())

/** Identifies a repeated request by what came with its Idempotency-Key. */
export const hashOfRequest = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** For a key that was sent with something else before. @param what it was used for */
export const usedForAnother = (what: string): Failure =>
  new Failure('conflict', `This Idempotency-Key has already been used for another ${what}.`)
