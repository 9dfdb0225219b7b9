/** Of the few zones that are ours: to make one costs as much of the processor as a third of an order. Sweden writes its days as ISO 8601 does. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format
}

/** A day of a time zone, as 2026-11-23. @param daysBefore how many before that moment. */
export function dayOf(moment: Date, timeZone: string, daysBefore = 0): string {
  return formatOf(timeZone).format(moment.getTime() - daysBefore * 24 * 3_600_000)
}

/** The last moment of a day such as 2026-11-23 in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T23:59:59.000Z`)
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(asUtc)
  return new Date(asUtc - (Date.parse(`${there.replace(' ', 'T')}.000Z`) - asUtc))
}
