/** What PostgreSQL answers to what somebody else has already. */
export const uniqueViolation = '23505'
/** And to a row that lacks what it must have. */
export const notNullViolation = '23502'

/** What PostgreSQL answers to one of two transactions that stand in each other's way. */
const conflicts = ['40001', '40P01']
const tries = 5

/**
 * What PostgreSQL answers when it cannot do the work now, and has undone it: a lock or a statement that took too long, a
 * transaction that said nothing, a server that starts or stops.
 */
const busy = ['55P03', '57014', '25P03', '57P01', '57P02', '57P03']
/** The classes of what it says of its connection, of what it has too little of, and of the system that it runs on. */
const ailing = /^(08|53|58)/
/** What Node and pg say of a connection that cannot be had, or broke: nothing of what it was asked was committed for sure. */
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

/** Runs `work` again when the database gave it up in favour of another transaction; what it did then is undone. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      // mutant(logic → sqlState(error)): none is no conflict either
      if (attempt === tries || !conflicts.includes(sqlState(error) ?? '')) throw error
    }
  }
}
