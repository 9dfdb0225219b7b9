import { AsyncLocalStorage } from 'node:async_hooks'

/** What may stand in a span: never an e-mail, a token, a value of a statement or a word of a query. */
export type SpanAttributes = Record<string, string | number>
export type SpanStart = {
  name: string
  /** Who is at the other end: a caller, somebody who is called, a queue, or nobody. */
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: SpanAttributes
}

/** A piece of work that is under way. */
export type OpenSpan = {
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** @param error what it failed by, of which the kind alone is told. */
  end(error?: unknown): void
}

export type Tracer = {
  /** @param parent the work that this is a part of: a span of ours, or what a caller's traceparent says. */
  start(span: SpanStart, parent: OpenSpan | string | undefined): OpenSpan
}

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<OpenSpan>()

/** From now on work is traced; undefined: no more. */
export function traceWith(given: Tracer | undefined): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== undefined

/** Does work as a span of its own, a part of the one in which it is asked for. Where nothing is traced, `what` is not even made. */
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

/** Begins a span that ends by an event. @returns it, and what does work within it. */
export function openSpan(
  what: SpanStart,
  parent?: string,
): { span: OpenSpan; within: <T>(work: () => T) => T } | undefined {
  if (!tracer) return undefined
  const span = tracer.start(what, parent)
  return { span, within: (work) => current.run(span, work) }
}

/** Tells more of the span in which it is called. */
export function describeSpan(describe: (span: OpenSpan) => void): void {
  const span = current.getStore()
  if (span) describe(span)
}
