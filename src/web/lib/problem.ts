import type { z } from 'zod'
import { messages } from '#content/messages.ts'
import type { FieldError } from '#shared/errors.ts'
import { within } from '#shared/within.ts'

/** A failed call, as described by the server's problem document (RFC 9457). Status 0: no answer came. */
export class ApiProblem extends Error {
  readonly status: number
  readonly title: string
  readonly detail: string
  /** Errors per field, for a form. */
  readonly errors: readonly FieldError[]
  /** Members besides the standard ones, such as the new total of "price changed". */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>> = {}) {
    const { title, detail, errors, type: _type, status: _status, ...extra } = body
    const text = textOf(detail) ?? textOf(title) ?? `The shop answered with an error (${status}).`
    super(text)
    this.name = 'ApiProblem'
    this.status = status
    this.title = textOf(title) ?? text
    this.detail = text
    this.errors = Array.isArray(errors) ? errors.filter(isFieldError) : []
    this.extra = extra
  }
}

/** No answer comes later than this: a request has thirty seconds to arrive and eight to be answered. In milliseconds. */
const longestMs = 45_000

/**
 * `fetch` with uniform failures.
 * @throws ApiProblem with status 0 when no answer came or will come; the browser's own AbortError when the caller aborted.
 */
export async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    // On a dead connection the browser itself waits for minutes.
    const answer = await within(longestMs, fetch(input, init))
    if (answer) return answer
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
  }
  throw new ApiProblem(0, { title: 'No connection', detail: messages.offline })
}

/** @throws ApiProblem unless the answer is a success. */
export async function expectSuccess(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const body: unknown = await answer.json().catch(() => undefined)
  throw new ApiProblem(answer.status, isRecord(body) ? body : {})
}

/** Whether a call failed because the session is over. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401

/** Whether the shop refused a call because of its current state: the page may be out of date. */
export const isRefused = (error: unknown): boolean => error instanceof ApiProblem && [409, 422].includes(error.status)

/** A form error: at the path of a field, or '' if it belongs to no field. */
export type Wrong = { path: string; text: string }

/** The first error of a refused call. */
export function firstRefused(error: unknown): Wrong {
  const [first] = error instanceof ApiProblem ? error.errors : []
  return { path: first?.path ?? '', text: first?.message ?? problemText(error) }
}

/** The first issue of a failed validation. */
export function firstIssue({ issues: [first] }: Pick<z.ZodError, 'issues'>): Wrong {
  return { path: first?.path.join('.') ?? '', text: first?.message ?? '' }
}

/** The message to show the user for anything thrown. */
export function problemText(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail
  if (!isLostConnection(error)) return 'Something went wrong in this part of the page. Try again.'
  return isOfCode.test(String(error)) ? messages.codeMissing : messages.offline
}

const isOfCode = /import|preload/i

/** Whether `fetch` or `import` threw because no answer came, by the error messages of Chromium, Firefox, Safari and Vite. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const words = /failed to fetch|networkerror|load failed|error loading|importing a module/i
  return error instanceof TypeError ? words.test(error.message) : error.message.startsWith('Unable to preload')
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string'
}
