import { site } from '#content/site.ts'
import { dayOf } from '#shared/days.ts'
import { formatMoment, moment } from './format.ts'

const { timeZone, facts } = site
const moments = new Intl.DateTimeFormat('en-GB', { ...moment, timeZone })
const momentsOfOtherYears = new Intl.DateTimeFormat('en-GB', { ...moment, timeZone, year: 'numeric' })
const yearOf = (at: Date): string => dayOf(at, timeZone).slice(0, 4)

/**
 * An ISO time for staff, the same wherever they are: in Dhaka time, and marked as such where their own clock shows another
 * time. Only for what is rendered in the browser alone.
 */
export function formatShopMoment(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const format = yearOf(at) === yearOf(now) ? moments : momentsOfOtherYears
  const there = format.format(at)
  return there === formatMoment(iso, now) ? there : `${there} in ${facts.city}`
}

/** For staff in Dhaka time, for a buyer in their own. */
export const momentFor = (staff: boolean) => (staff ? formatShopMoment : formatMoment)
