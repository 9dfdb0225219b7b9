import type { PrivateText } from './private-text.ts'
import { requestId } from './request-id.ts'
import type { WriteBuffer } from './write-buffer.ts'

/** Structured log lines, one JSON object each, with the id of the request that they are about. */
export type Log = {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  /** Writes what is buffered. */
  flush(): void
}

const secret = /password|secret|token|cookie|authorization|card|cvc/i

/** A log that hides every field whose name sounds like a secret, and every e-mail, token and query in its texts. */
export function createLog(batch: WriteBuffer, { text: withoutPrivate }: Pick<PrivateText, 'text'>): Log {
  const readable = (key: string, value: unknown): unknown => {
    if (secret.test(key) && value) return '[hidden]'
    if (typeof value === 'string') return withoutPrivate(value)
    if (typeof value === 'bigint') return String(value)
    if (value instanceof Error) {
      const { name, message, stack, cause } = value
      // mutant(condition → true): others have none
      const errors: unknown = value instanceof AggregateError ? value.errors : undefined
      return { name, message: withoutValues(message), stack: stackOf(message, stack), cause, errors }
    }
    return value
  }
  const line =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      const head = { time: new Date().toISOString(), level, message, requestId: requestId() }
      batch.add(`${asJson({ ...head, ...fields }, readable) ?? asJson(head, readable)}\n`)
    }
  return { info: line('info'), warn: line('warn'), error: line('error'), flush: batch.flush }
}

/** Undefined for circular values: logging must never be what fails. */
function asJson(value: object, readable: (key: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(value, readable)
  } catch {
    return undefined
  }
}

/** Drizzle's errors name the values of the failed query, which may be anybody's address or token. */
const withoutValues = (text: string): string => text.replace(/\nparams: [^]*/, '')

/**
 * An error's stack, with the values removed from its message. Only the message tells where the values end: one of them may
 * look like a stack line. If the stack holds an older message than the error does now, everything after the values goes too.
 */
const stackOf = (message: string, stack = ''): string =>
  withoutValues(stack.replace(message, () => withoutValues(message)))
