const counts = new Intl.NumberFormat('en-US')
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** 1240 → 1,240. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** An ISO time as its day in UTC: 20 Nov 2026. The server and every browser write the same. */
export function formatDate(iso: string): string {
  return dates.format(new Date(iso))
}

/** An ISO time in the reader's own time zone: 22 Nov, 14:20. Only for what the browser alone renders. */
export function formatMoment(iso: string): string {
  return moments.format(new Date(iso))
}
