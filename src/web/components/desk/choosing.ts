/** The ids of the chosen orders. */
export type Ids = ReadonlySet<string>

/** Adds these orders to the chosen ones, or removes them. */
export function withAll(chosen: Ids, ids: readonly string[], isChosen: boolean): Ids {
  return isChosen ? new Set([...chosen, ...ids]) : new Set([...chosen].filter((id) => !ids.includes(id)))
}

/** The ids of a list from `one` to `other`, in either direction; only `other` if the list does not contain `one`. */
export function between(ids: readonly string[], one: string | undefined, other: string): string[] {
  const [from, to] = [ids.findIndex((id) => id === one), ids.indexOf(other)]
  return from === -1 ? [other] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}
