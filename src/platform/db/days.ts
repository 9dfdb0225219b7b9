import { sql, type SQL } from 'drizzle-orm'

/** When a day of a time zone begins. @param day as 2026-11-23. */
export const startOfDay = (day: string, timeZone: string): SQL =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`

/** When the day ends. A day added to a moment would have the length of that day in the database's time zone. */
export const endOfDay = (day: string, timeZone: string): SQL =>
  sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`
