import { ChangedTopics, type Topic } from '#features/staff-day/schema.ts'
import { api } from './api.ts'
import { ApiProblem } from './problem.ts'

/** Interval for polling a list while its stream is down, in milliseconds. */
export const pollingMs = 30_000
const shortestMs = 1_000
const longestMs = 60_000

/** How long to wait before reopening the stream after so many cuts in a row, in milliseconds. */
export const streamPause = (cuts: number): number => Math.min(longestMs, shortestMs * 2 ** cuts)

/** The topics in the text received from a stream, and the rest of an event that is not complete yet. */
export function readEvents(text: string): { topics: Topic[]; rest: string } {
  const events = text.split('\n\n')
  const rest = events.pop() ?? ''
  const topics = events.flatMap((event) => {
    const [, data] = /^data: (.*)$/m.exec(event) ?? []
    return data === undefined ? [] : ChangedTopics.parse(JSON.parse(data))
  })
  return { topics: [...new Set(topics)], rest }
}

type Listening = {
  /** Called once the stream is open. */
  onOpen: () => void
  onChange: (topics: readonly Topic[]) => void
  signal: AbortSignal
}

/** Reads GET /staff/changes to its end. @throws ApiProblem when refused, or the browser's error when the stream is cut. */
export async function listenForChanges({ onOpen, onChange, signal }: Listening): Promise<void> {
  const { body } = await api.staff.changes.$get({}, { init: { signal } })
  if (!body) return
  onOpen()
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const { topics, rest } = readEvents(text + decoder.decode(piece.value, { stream: true }))
    text = rest
    if (topics.length > 0) onChange(topics)
  }
}

/** Whether reloading a staff page would show something: the list, or that the user may no longer see it. */
export async function canBeRenewed(): Promise<boolean> {
  try {
    await api.staff.day.$get()
    return true
  } catch (error) {
    return error instanceof ApiProblem && (error.status === 401 || error.status === 403)
  }
}
