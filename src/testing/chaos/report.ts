/** What happened while the shop was under faults. */
export type Report = {
  /** Acknowledged orders. */
  acknowledged: string[]
  /** Number of answers by status; 0 is no answer at all. */
  answers: Record<number, number>
  /** The longest time an answer took, in milliseconds. */
  longestMs: number
  /** Problems: errors other than 503, answers that took too long, and discrepancies in the books at the end. */
  wrong: string[]
  faults: Happened[]
}

/** A fault, its line, and its start and end in milliseconds since 1970. */
export type Happened = { line: 'processes' | 'database' | 'provider'; said: string; from: number; until: number }

/** The longest wait for an answer if the machine keeps up, and the time without faults after which all is well. In milliseconds. */
export const patienceMs = 10_000
