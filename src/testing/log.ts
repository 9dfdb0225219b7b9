import type { Log } from '#platform/log/log.ts'

/** Silent except for errors, which no test expects: they appear in the test output. */
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
