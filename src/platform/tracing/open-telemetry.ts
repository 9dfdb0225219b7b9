import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { within } from '#shared/within.ts'
import type { Sampling } from './sampling.ts'
import { traceWith, type OpenSpan, type SpanStart } from './trace.ts'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** How long a stop waits for spans that were not sent yet, in milliseconds. */
const patience = 1_000

/**
 * Traces work and sends the spans to a collector, as OpenTelemetry's own variables configure it. What a collector does not
 * take is dropped: at most 2,048 spans wait. The library's process-wide globals are left alone, since packages that find a
 * tracer there would add spans of their own, with private data.
 * @returns a function that sends the rest, for a moment at most, and ends tracing.
 */
export function openTracing(sampling: Sampling): () => Promise<void> {
  const provider = new TracerProvider({
    sampler: samplerOf(sampling),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'wattwork' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), maxQueueSize: 2_048 })],
  })
  const tracer = provider.getTracer('wattwork')
  const spans = new WeakMap<OpenSpan, Span>()

  function contextOf(parent: OpenSpan | string | undefined): Context {
    if (typeof parent === 'string') return contextOfCaller(parent)
    const span = parent && spans.get(parent)
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
  }
  function start({ name, kind, attributes = {} }: SpanStart, parent: OpenSpan | string | undefined): OpenSpan {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))
    const opened: OpenSpan = {
      rename: (to) => void span.updateName(to),
      set: (more) => void span.setAttributes(more),
      end(error) {
        if (error !== undefined) fail(span, error)
        span.end()
      },
    }
    spans.set(opened, span)
    return opened
  }

  traceWith({ start })
  return async () => {
    traceWith(undefined)
    await within(patience, provider.shutdown())
  }
}

/** Records only the error's kind: a message can contain anything. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** W3C Trace Context: version, trace, span and flags. */
function contextOfCaller(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(traceparent) ?? []
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(caller) ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
}

function samplerOf({ name, share }: Sampling) {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  }
  const [kind, isByParent] = name.startsWith('parentbased_') ? [name.slice('parentbased_'.length), true] : [name, false]
  const root = roots[kind as keyof typeof roots]()
  return isByParent ? new ParentBasedSampler({ root }) : root
}
