/** What happened while the shop was under faults. */
export type Report = {
  /** Orders that were acknowledged. */
  acknowledged: string[]
  /** How often which status was answered; 0 is no answer at all. */
  answers: Record<number, number>
  /** What one of them took at most, in milliseconds. */
  longestMs: number
  /** What should not be: an error other than 503, an answer that took too long, and what the books say in the end. */
  wrong: string[]
  faults: Happened[]
}

/** A fault, or its line, and from when to when it was: milliseconds since 1970. */
export type Happened = { line: 'processes' | 'database' | 'provider'; said: string; from: number; until: number }

/** Nobody waits longer for an answer where the machine keeps up, and after as long without faults all is well. In milliseconds. */
export const patienceMs = 10_000
