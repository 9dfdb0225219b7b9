import { topics, type Marks, type NoticeMode, type Topic } from './schema.ts'

/** The topics that changed. */
export const changedTopics = (before: Marks, now: Marks): Topic[] =>
  topics.filter((topic) => before[topic] !== now[topic])

/** Counting stops here: there may be more. */
export const mostCounted = 1000

/** A request for a quote waits for an answer for this many days. */
export const quoteDays = 30

/** A transaction may commit this long after its start: nothing older appears later. In milliseconds. */
const settledMs = 20_000
const morning = 8

/**
 * The moment up to which somebody is to be told the news since then; undefined while it is not due yet.
 * @param timeZone the one in which eight in the morning counts; without daylight saving time.
 */
export function dueUntil(mode: NoticeMode, since: Date, now: Date, timeZone: string): Date | undefined {
  if (mode === 'off') return undefined
  const settled = new Date(now.getTime() - settledMs)
  const until = mode === 'at-once' ? settled : lastMorning(settled, timeZone)
  return until > since ? until : undefined
}

/** The most recent eight in the morning. */
function lastMorning(now: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).formatToParts(now)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const secondsToday = (part('hour') * 60 + part('minute')) * 60 + part('second')
  const ago = (secondsToday - morning * 3600 + 24 * 3600) % (24 * 3600)
  return new Date(Math.floor(now.getTime() / 1000) * 1000 - ago * 1000)
}
