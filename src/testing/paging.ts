/** More pages than any list in a test has: it stops a list that links in a circle. */
const mostPages = 50

/**
 * Reads a paged list by its `next` links (RFC 8288) and returns every item, duplicates included.
 * @param first the address of the first page, in the form that `ask` takes.
 */
export async function readPages(ask: (address: string) => Promise<Response>, first: string): Promise<unknown[]> {
  const items: unknown[] = []
  let next: string | undefined = first
  for (let pages = 0; next; pages += 1) {
    if (pages >= mostPages) throw new Error(`the pages of ${first} do not end`)
    const answer = await ask(next)
    const page: unknown = await answer.json()
    if (!Array.isArray(page)) throw new Error(`${next} is not a list: ${JSON.stringify(page)}`)
    items.push(...page)
    next = /^<\/api(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return items
}
