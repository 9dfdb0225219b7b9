import { samplers, type Sampling } from '#platform/tracing/sampling.ts'
import { ConfigError } from './error.ts'

type Env = Record<string, string | undefined>

/**
 * OpenTelemetry's own variables; its library itself reads where and how to send spans.
 * @returns which traces are kept; undefined when nothing is traced.
 * @throws ConfigError for settings that the shop does not support.
 */
export function tracingOf(env: Env): Sampling | undefined {
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  if (!endpoint || isOff) return undefined
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL']
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT is wrong: must be an http:// or https:// address')
  if (protocol === 'grpc')
    throw new ConfigError('OTEL_EXPORTER_OTLP_PROTOCOL is wrong: traces are sent over HTTP, so remove it')
  const name = samplers.find((each) => each === (env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'))
  if (!name) throw new ConfigError(`OTEL_TRACES_SAMPLER is wrong: must be one of ${samplers.join(', ')}`)
  const share = Number(env['OTEL_TRACES_SAMPLER_ARG'] || 1)
  if (!(share >= 0 && share <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG is wrong: must be a share from 0 to 1')
  return { name, share }
}
