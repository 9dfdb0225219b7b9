import { topics, type Marks, type NoticeMode, type Topic } from './schema.ts'

/** Of what there is something new. */
export const changedTopics = (before: Marks, now: Marks): Topic[] =>
  topics.filter((topic) => before[topic] !== now[topic])

/** What waits is counted so far: there may be more. */
export const mostCounted = 1000

/** For so many days requests for a quote wait for an answer. */
export const quoteDays = 30

/** What is committed may have begun so long ago: nothing older appears any more. In milliseconds. */
const settledMs = 20_000
const morning = 8

/**
 * Up to when somebody is to be told of what came since; undefined while it is not time yet.
 * @param timeZone whose eight in the morning it is, without summer time.
 */
export function dueUntil(mode: NoticeMode, since: Date, now: Date, timeZone: string): Date | undefined {
  if (mode === 'off') return undefined
  const settled = new Date(now.getTime() - settledMs)
  const until = mode === 'at-once' ? settled : lastMorning(settled, timeZone)
  return until > since ? until : undefined
}

/** When it was last eight in the morning. */
function lastMorning(now: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).formatToParts(now)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const secondsToday = (part('hour') * 60 + part('minute')) * 60 + part('second')
  const ago = (secondsToday - morning * 3600 + 24 * 3600) % (24 * 3600)
  return new Date(Math.floor(now.getTime() / 1000) * 1000 - ago * 1000)
}
