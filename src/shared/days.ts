/** A day of a time zone, as 2026-11-23. @param daysBefore how many before that moment. */
export function dayOf(moment: Date, timeZone: string, daysBefore = 0): string {
  const then = new Date(moment.getTime() - daysBefore * 24 * 3_600_000)
  // Sweden writes its days as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(then)
}
