import { sql, type SQL } from 'drizzle-orm'

/** When a day of a time zone begins. @param day as 2026-11-23. */
export const startOfDay = (day: string, timeZone: string): SQL =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`

/** When it is over. A day added to a moment would be as long as that day is in the time zone of the database. */
export const endOfDay = (day: string, timeZone: string): SQL =>
  sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`
