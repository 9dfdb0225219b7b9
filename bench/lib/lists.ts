/** The nth, and after the last the first again. */
export const inTurn = <T>(all: readonly T[], n: number): T => all[n % all.length] as T

/** What `work` makes of each, one after the other. */
export async function oneByOne<T, R>(all: Iterable<T>, work: (one: T, n: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of all) results.push(await work(one, results.length))
  return results
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [below = Number.NaN, above = Number.NaN] = [sorted.at((sorted.length - 1) / 2), sorted.at(sorted.length / 2)]
  return (below + above) / 2
}
