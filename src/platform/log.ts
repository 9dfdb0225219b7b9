import type { Batch } from './batch.ts'

/** Structured log lines, one JSON object each. */
export type Log = {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  /** Writes what is buffered. */
  flush(): void
}

const secret = /password|secret|token|cookie|authorization|card|cvc/i

/** A log that hides every field whose name sounds like a secret. */
export function createLog(batch: Batch): Log {
  const line =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      batch.add(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, readable)}\n`)
    }
  return { info: line('info'), warn: line('warn'), error: line('error'), flush: batch.flush }
}

function readable(key: string, value: unknown): unknown {
  if (key && secret.test(key) && value) return '[hidden]'
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    return { name, message: withoutValues(message), stack: withoutValues(stack ?? ''), cause }
  }
  return value
}

/** Drizzle's errors name the values of the failed query, which may be anybody's address or token. */
const withoutValues = (text: string): string => text.replace(/\nparams: [^]*?(?=\n {4}at |$)/, '')
