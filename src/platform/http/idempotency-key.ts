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

/** The Idempotency-Key of a request, and a hash of what came with it. */
export type KeyedRequest = { key: string; hash: string }

/** A request with its key; undefined for one without. @param asked everything it asks for */
export const keyedRequest = (key: string | undefined, asked: unknown): KeyedRequest | undefined =>
  key === undefined ? undefined : { key, hash: hashOfRequest(asked) }

/** The columns in which the row that a request makes keeps its key. */
export const keyColumns = (request: KeyedRequest | undefined) => ({
  idempotencyKey: request?.key ?? null,
  requestHash: request?.hash ?? null,
})

/** @throws Failure 'conflict' if the request that came with this key before was another. @param what it makes */
export function requireSame(earlierHash: string | null, { hash }: KeyedRequest, what: string): void {
  if (earlierHash !== hash) throw usedForAnother(what)
}

/** For a key that was sent with something else before. @param what it was used for */
export const usedForAnother = (what: string): Failure =>
  new Failure('conflict', `This Idempotency-Key has already been used for another ${what}.`)
