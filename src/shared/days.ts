/** A day of a time zone, as 2026-11-23. @param daysBefore how many before that moment. */
export function dayOf(moment: Date, timeZone: string, daysBefore = 0): string {
  const then = new Date(moment.getTime() - daysBefore * 24 * 3_600_000)
  // Sweden writes its days as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(then)
}

/** The last moment of a day such as 2026-11-23 in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T23:59:59.000Z`)
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(asUtc)
  return new Date(asUtc - (Date.parse(`${there.replace(' ', 'T')}.000Z`) - asUtc))
}
