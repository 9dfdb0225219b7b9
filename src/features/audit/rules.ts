/** Days are in the shop's own time zone, like its books. Dhaka has no daylight saving time. */
const offset = '+06:00'
const dayMs = 24 * 3_600_000

/** Days outside these are typing errors. The day before the first begins in the year 0, which the database does not know. */
export const firstDay = '0001-01-02'
export const lastDay = '9999-12-30'

/** The first moment of a day in Dhaka. @param day as 2026-11-23. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00${offset}`)

/** The first moment after a day in Dhaka. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + dayMs)

/** Above this many entries a list says only that there are more: counting a million takes longer than reading a page. */
export const mostCounted = 10_000
