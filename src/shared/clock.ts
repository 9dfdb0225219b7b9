/** The only source of time, in UTC: tests set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A time on the wire (ISO 8601, UTC). PostgreSQL's infinity, which is no valid Date, becomes the epoch. */
export const isoTime = (time: Date): string => (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString()
