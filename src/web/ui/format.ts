import { site } from '#content/site.ts'

const counts = new Intl.NumberFormat('en-US')
const plurals = new Intl.PluralRules('en-US')
/** A receipt has the day that the shop's books have, wherever it is read. */
const { timeZone } = site
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
const instants = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone,
})
/** What of a moment is shown, in whatever zone. */
export const moment = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const moments = new Intl.DateTimeFormat('en-GB', moment)
const momentsOfOtherYears = new Intl.DateTimeFormat('en-GB', { ...moment, year: 'numeric' })

/** 1240 → 1,240. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** A count with its noun: 1 review, 1,240 reviews. `many` where the plural is not the noun with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${plurals.select(count) === 'one' ? one : many}`
}

/** An ISO time as its day in Dhaka: 20 Nov 2026. The server and every browser write the same. */
export function formatDate(iso: string): string {
  return dates.format(new Date(iso))
}

/** An ISO time to the second as the shop's books have it, in Dhaka: 23 Nov 2026, 14:20:05. */
export function formatInstant(iso: string): string {
  return instants.format(new Date(iso))
}

/** Milliseconds as what is left of a wait, the last unit cut: 47 h 12 min, 12 min 5 s, 5 s. */
export function formatLeft(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/**
 * An ISO time in the reader's own time zone: 22 Nov, 14:20; of another year than theirs with it: 22 Nov 2025, 14:20. Only
 * for what the browser alone renders.
 */
export function formatMoment(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const format = at.getFullYear() === now.getFullYear() ? moments : momentsOfOtherYears
  return format.format(at)
}
