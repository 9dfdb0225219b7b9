/** The one source of time, in UTC: tests set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A time as it goes over the wire (ISO 8601, UTC). PostgreSQL's infinity, which is no time, is the first of all. */
export const isoTime = (time: Date): string => (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString()
