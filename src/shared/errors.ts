/**
 * Every expected failure of the shop, in the words of HTTP (RFC 9110) so that one place can answer it.
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
/** `code` says in one word, for a program, what the message says to a person, and `suggestion` what would be taken instead. */
export type FieldError = { path: string; message: string; code?: string; suggestion?: number }

export class Failure extends Error {
  readonly kind: FailureKind
  readonly status: (typeof statuses)[FailureKind]
  /** Field by field, for a form. */
  readonly errors: FieldError[] | undefined
  /** Members the problem document carries besides the standard ones, such as the new total of "price changed". */
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

/** One field that breaks a rule. */
export const wrongField = (path: string, message: string): Failure =>
  new Failure('unprocessable', message, { errors: [{ path, message }] })

/** What is said where the database cannot be reached, or had no time. */
export const unavailable = 'The shop is very busy at the moment. Try again in a moment.'
