/** What PostgreSQL answers to one of two transactions that stand in each other's way: 40001 and 40P01. */
const conflicts = ['40001', '40P01']
const tries = 5

/** What PostgreSQL answers to what somebody else has already. */
export const uniqueViolation = '23505'

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
