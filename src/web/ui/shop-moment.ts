import { site } from '#content/site.ts'
import { dayOf } from '#shared/days.ts'
import { formatMoment, moment } from './format.ts'

const { timeZone, facts } = site
const moments = new Intl.DateTimeFormat('en-GB', { ...moment, timeZone })
const momentsOfOtherYears = new Intl.DateTimeFormat('en-GB', { ...moment, timeZone, year: 'numeric' })
const yearOf = (at: Date): string => dayOf(at, timeZone).slice(0, 4)

/**
 * An ISO time for staff, who are to read the same wherever they are: in Dhaka, and where their own clock shows another with
 * that word. Only for what the browser alone renders.
 */
export function formatShopMoment(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const format = yearOf(at) === yearOf(now) ? moments : momentsOfOtherYears
  const there = format.format(at)
  return there === formatMoment(iso, now) ? there : `${there} in ${facts.city}`
}

/** For staff in Dhaka, for a buyer where they are. */
export const momentFor = (staff: boolean) => (staff ? formatShopMoment : formatMoment)
