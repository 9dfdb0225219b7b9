import { site } from '#content/site.ts'

const counts = new Intl.NumberFormat('en-US')
const plurals = new Intl.PluralRules('en-US')
/** A receipt shows the day in the shop's books, wherever it is read. */
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
/** The parts of a moment that are shown, in any time zone. */
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

/** An ISO time as its day in Dhaka: 20 Nov 2026. The same on the server and in every browser. */
export function formatDate(iso: string): string {
  return dates.format(new Date(iso))
}

/** A day without a time, such as 2026-11-20, as 20 Nov 2026. */
export const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`)

/** An ISO time in Dhaka to the second, as in the shop's books: 23 Nov 2026, 14:20:05. */
export function formatInstant(iso: string): string {
  return instants.format(new Date(iso))
}

/** Milliseconds left of a wait, with the last unit rounded down: 47 h 12 min, 12 min 5 s, 5 s. */
export function formatLeft(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/**
 * An ISO time in the reader's own time zone: 22 Nov, 14:20; with the year if it is not the current one: 22 Nov 2025, 14:20.
 * Only for what is rendered in the browser alone.
 */
export function formatMoment(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const format = at.getFullYear() === now.getFullYear() ? moments : momentsOfOtherYears
  return format.format(at)
}
