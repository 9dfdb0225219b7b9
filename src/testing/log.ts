import type { Log } from '#platform/log/log.ts'

/** Silent but for errors, which no test expects: they stand in the test's output. */
export const testLog: Log = {
  info() {},
  warn() {},
  error(message, fields) {
    process.stderr.write(
      `${message} ${fields?.['error'] instanceof Error ? fields['error'].stack : JSON.stringify(fields)}\n`,
    )
  },
  flush() {},
}
