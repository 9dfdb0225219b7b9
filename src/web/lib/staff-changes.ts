import { ChangedTopics, type Topic } from '#features/staff-day/schema.ts'
import { api } from './api.ts'
import { ApiProblem } from './problem.ts'

/** How often a list is asked for where its stream is cut, in milliseconds. */
export const pollingMs = 30_000
const shortestMs = 1_000
const longestMs = 60_000

/** How long to wait before the stream is asked for once more, after it was cut so many times in a row. */
export const streamPause = (cuts: number): number => Math.min(longestMs, shortestMs * 2 ** cuts)

/** The topics in what came of a stream, and what is left of an event that has not come whole. */
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
  /** The stream is there. */
  onOpen: () => void
  onChange: (topics: readonly Topic[]) => void
  signal: AbortSignal
}

/** Reads GET /staff/changes to its end. @throws ApiProblem when it is refused, and what the browser throws when it is cut. */
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

/** Whether loading a page of staff again would show something: the list, or that it is not theirs any more. */
export async function canBeRenewed(): Promise<boolean> {
  try {
    await api.staff.day.$get()
    return true
  } catch (error) {
    return error instanceof ApiProblem && (error.status === 401 || error.status === 403)
  }
}
