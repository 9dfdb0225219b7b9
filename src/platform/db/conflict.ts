/** SQLSTATE for a value that another row already has. */
export const uniqueViolation = '23505'
/** SQLSTATE for a row that lacks a required value. */
export const notNullViolation = '23502'

/** SQLSTATEs for one of two transactions that conflict. */
const conflicts = ['40001', '40P01']
const tries = 5

/**
 * SQLSTATEs for work that PostgreSQL cannot do now and has rolled back: a lock or statement timeout, an idle transaction,
 * a server that is starting or stopping.
 */
const busy = ['55P03', '57014', '25P03', '57P01', '57P02', '57P03']
/** SQLSTATE classes for connection errors, insufficient resources and system errors. */
const ailing = /^(08|53|58)/
/** What Node and pg report for a connection that cannot be opened or broke: it is not certain that anything was committed. */
const broken =
  /^(ECONN|EPIPE|ERR_STREAM_|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)|Connection terminated|timeout exceeded when trying|Query read timeout|not queryable/

/** Whether the database could not be reached, or had no time. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error) ?? ''
  if (busy.includes(state) || ailing.test(state)) return true
  return broken.test(state) || broken.test(error.message) || isUnavailable(error.cause)
}

/** The SQLSTATE of a database error, however deep drivers have wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // mutant(logic): for the compiler
  return 'code' in error && typeof error.code === 'string' ? error.code : sqlState(error.cause)
}

/** Runs `work` again when the database aborted it in favour of another transaction, which rolls back what it did. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      // mutant(logic → sqlState(error)): no SQLSTATE is no conflict either
      if (attempt === tries || !conflicts.includes(sqlState(error) ?? '')) throw error
    }
  }
}
