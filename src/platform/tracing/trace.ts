import { AsyncLocalStorage } from 'node:async_hooks'

/** What a span may contain: never an e-mail, a token, a value of a statement or a word of a query. */
export type SpanAttributes = Record<string, string | number>
export type SpanStart = {
  name: string
  /** What is at the other end: a caller, a called service, a queue, or nothing. */
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: SpanAttributes
}

/** A piece of work that is under way. */
export type OpenSpan = {
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** @param error why it failed, of which only the kind is recorded. */
  end(error?: unknown): void
}

export type Tracer = {
  /** @param parent the work that this is a part of: a span of ours, or a caller's traceparent. */
  start(span: SpanStart, parent: OpenSpan | string | undefined): OpenSpan
}

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<OpenSpan>()

/** Starts tracing with the given tracer; undefined stops it. */
export function traceWith(given: Tracer | undefined): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== undefined

/** Runs work in a span of its own, a child of the current one. When nothing is traced, `what` is not even called. */
export async function traced<T>(what: () => SpanStart, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work()
  const span = tracer.start(what(), current.getStore())
  try {
    const done = await current.run(span, work)
    span.end()
    return done
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Begins a span that an event ends. @returns the span, and a function that runs work within it. */
export function openSpan(
  what: SpanStart,
  parent?: string,
): { span: OpenSpan; within: <T>(work: () => T) => T } | undefined {
  if (!tracer) return undefined
  const span = tracer.start(what, parent)
  return { span, within: (work) => current.run(span, work) }
}

/** Adds to the span in which it is called. */
export function describeSpan(describe: (span: OpenSpan) => void): void {
  const span = current.getStore()
  if (span) describe(span)
}
