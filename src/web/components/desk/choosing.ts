/** The ids of the orders that are chosen. */
export type Ids = ReadonlySet<string>

/** What is chosen with these orders, or without them. */
export function withAll(chosen: Ids, ids: readonly string[], isChosen: boolean): Ids {
  return isChosen ? new Set([...chosen, ...ids]) : new Set([...chosen].filter((id) => !ids.includes(id)))
}

/** Of a list all from the one to the other, whichever stands above; the other alone where the one does not stand in it. */
export function between(ids: readonly string[], one: string | undefined, other: string): string[] {
  const [from, to] = [ids.findIndex((id) => id === one), ids.indexOf(other)]
  return from === -1 ? [other] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}
