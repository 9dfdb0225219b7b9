const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** An ISO 8601 time as a day where the reader is: 20 Nov 2026. */
export const formatDay = (time: string): string => day.format(new Date(time))

/** An ISO 8601 time as day and time where the reader is: 22 Nov, 14:20. */
export const formatDayAndTime = (time: string): string => dayAndTime.format(new Date(time))

/** How long it is until an ISO 8601 time, rounded down: "47 h", under two hours "95 min", at the end "0 min". */
export function formatTimeLeft(until: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((Date.parse(until) - now) / 60_000))
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}
