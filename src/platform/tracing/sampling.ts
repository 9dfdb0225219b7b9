/** Which traces are kept, by the values of OTEL_TRACES_SAMPLER, and which share of them for those that take one. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type Sampling = { name: (typeof samplers)[number]; share: number }
