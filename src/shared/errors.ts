/**
 * Every expected failure of the shop, in terms of HTTP (RFC 9110) so that one place can answer it.
 * `platform/http/problem.ts` turns a Failure into `application/problem+json` (RFC 9457).
 */
const statuses = {
  'bad-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unprocessable: 422,
  'too-many': 429,
  'provider-failed': 503,
  unavailable: 503,
} as const

export type FailureKind = keyof typeof statuses
/** `code` is the message as one word for programs; `suggestion` is a value that would be accepted instead. */
export type FieldError = { path: string; message: string; code?: string; suggestion?: number }

export class Failure extends Error {
  readonly kind: FailureKind
  readonly status: (typeof statuses)[FailureKind]
  /** Per field, for a form. */
  readonly errors: FieldError[] | undefined
  /** Extra members of the problem document, such as the new total for "price changed". */
  readonly extra: Record<string, string | number | boolean> | undefined

  constructor(
    kind: FailureKind,
    detail: string,
    more: { errors?: FieldError[]; extra?: Record<string, string | number | boolean>; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause })
    this.name = 'Failure'
    this.kind = kind
    this.status = statuses[kind]
    this.errors = more.errors
    this.extra = more.extra
  }
}

/** A single field that breaks a rule. */
export const wrongField = (path: string, message: string): Failure =>
  new Failure('unprocessable', message, { errors: [{ path, message }] })

/** The message when the database cannot be reached, or has no time. */
export const unavailable = 'The shop is very busy at the moment. Try again in a moment.'
