/** Structured log lines on standard output, one JSON object each; written in batches off the hot path. */
export type Log = {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  /** Writes what is buffered. */
  flush(): void
}

const secret = /password|secret|token|cookie|authorization|card|cvc/i

/** A log that hides every field whose name sounds like a secret. `write` takes whole lines. */
export function createLog(write: (text: string) => void = (text) => process.stdout.write(text)): Log {
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length) write(lines.join(''))
    lines = []
  }
  const line = (level: string) => (message: string, fields: Record<string, unknown> = {}) => {
    lines.push(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, readable)}\n`)
    timer ??= setTimeout(flush, 100).unref()
  }
  return { info: line('info'), warn: line('warn'), error: line('error'), flush }
}

function readable(key: string, value: unknown): unknown {
  if (key && secret.test(key) && value) return '[hidden]'
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
  return value
}
