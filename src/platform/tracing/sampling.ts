/** Which traces are kept, in the words of OTEL_TRACES_SAMPLER, and which share of them where it takes one. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type Sampling = { name: (typeof samplers)[number]; share: number }
