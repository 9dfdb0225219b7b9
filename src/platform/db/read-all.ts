const first = '00000000-0000-0000-0000-000000000000'
const size = 50

/**
 * Yields every row of a list, oldest first, reading some at a time, so that no list is in memory whole.
 * @param read returns the rows with an id after the given one, ordered by id, at most `limit` of them.
 */
export async function* readAll<Row extends { id: string }>(
  read: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: string | undefined = first; after !== undefined;) {
    const rows: Row[] = await read(after, size)
    yield* rows
    // mutant(condition → false): it saves a read that finds nothing
    after = rows.length < size ? undefined : rows.at(-1)?.id
  }
}
