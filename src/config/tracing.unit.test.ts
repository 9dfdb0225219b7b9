import { describe, expect, it } from 'vitest'
import { tracingOf } from './tracing.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('tracing', () => {
  it('is off without a collector, or when disabled', () => {
    expect(tracingOf({ OTEL_SERVICE_NAME: 'shop' })).toBeUndefined()
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeUndefined()
    expect(tracingOf({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined()
    expect(tracingOf({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
  })

  it('is on with a collector, for all traces or a share of them', () => {
    expect(tracingOf(endpoint)).toEqual({ name: 'parentbased_always_on', share: 1 })
    expect(tracingOf({ ...endpoint, OTEL_SDK_DISABLED: 'false' })).toBeDefined()
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }
    const some = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
    expect(tracingOf({ ...own, ...some })).toEqual({ name: 'traceidratio', share: 0.1 })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is wrong/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is wrong/],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL is wrong: .+ remove it/],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER is wrong/],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG is wrong/],
    [{ OTEL_TRACES_SAMPLER_ARG: 'half' }, /^OTEL_TRACES_SAMPLER_ARG is wrong/],
  ])('refuses %o', (wrong, message) => {
    expect(() => tracingOf({ ...endpoint, ...wrong })).toThrow(message)
  })
})
