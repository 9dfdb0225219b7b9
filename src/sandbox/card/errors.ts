import type { z } from 'zod'
import { isStorable, unstorable } from '#shared/text.ts'

/** Members of Stripe's error object (https://docs.stripe.com/api/errors) besides its type and message. */
type Details = {
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: unknown
}

type ErrorType = 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'
type ErrorStatus = 400 | 401 | 402 | 404 | 409 | 500

/** A refusal in Stripe's own words and shape. */
export class SandboxError extends Error {
  readonly status: ErrorStatus
  readonly type: ErrorType
  readonly details: Details

  constructor(status: ErrorStatus, type: ErrorType, message: string, details: Details = {}) {
    super(message)
    this.name = 'SandboxError'
    this.status = status
    this.type = type
    this.details = details
  }

  /** The response body. */
  toJSON() {
    return { error: { type: this.type, message: this.message, ...this.details } }
  }
}

/** A declined card. Carries the PaymentIntent if there was one. */
export function cardError(message: string, details: Details): SandboxError {
  return new SandboxError(402, 'card_error', message, details)
}

/** A request that cannot be carried out as sent. */
export function invalidRequest(message: string, details: Details = {}): SandboxError {
  return new SandboxError(400, 'invalid_request_error', message, details)
}

/** An object that does not exist, or whose client secret does not match. */
export function missing(kind: string, id: string, param: string): SandboxError {
  return new SandboxError(404, 'invalid_request_error', `No such ${kind}: '${id}'`, { code: 'resource_missing', param })
}

/**
 * Checks parameters against a schema.
 * @throws SandboxError in Stripe's words for a missing, unknown or wrong parameter.
 */
export function readParams<T extends z.ZodType>(schema: T, params: unknown): z.output<T> {
  const result = schema.safeParse(params)
  if (result.success) {
    if (isStorable(result.data)) return result.data
    throw invalidRequest(unstorable)
  }
  const [issue] = result.error.issues
  if (!issue) throw invalidRequest('Invalid request.')
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  const param = path.map((key, depth) => (depth === 0 ? String(key) : `[${String(key)}]`)).join('')
  if (issue.code === 'unrecognized_keys') {
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  throw invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}
