/** The nth item, starting over after the last. */
export const inTurn = <T>(all: readonly T[], n: number): T => all[n % all.length] as T

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [below = Number.NaN, above = Number.NaN] = [sorted.at((sorted.length - 1) / 2), sorted.at(sorted.length / 2)]
  return (below + above) / 2
}
