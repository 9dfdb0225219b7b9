export type ChartScale = {
  /** The upper end; the lower one is 0. */
  top: number
  /** What one major tick stands for: 1, 2 or 5 times a power of ten. */
  major: number
}

const mostMajors = 5

/** The finest scale from 0 that reaches `largest` in at most five major steps. @param largest above 0 */
export function scaleFor(largest: number): ChartScale {
  const power = 10 ** Math.floor(Math.log10(largest / mostMajors))
  const major = [1, 2, 5, 10].map((step) => step * power).find((step) => step * mostMajors >= largest) ?? largest
  return { top: Math.ceil(largest / major) * major, major }
}
