/** More pages than any list of a test has: a list that goes round in a circle ends here. */
const mostPages = 50

/**
 * Every item of a list that is read page by page, by its `next` links (RFC 8288), as often as it comes.
 * @param first the address of the first page, which `ask` understands.
 */
export async function readPages(ask: (address: string) => Promise<Response>, first: string): Promise<unknown[]> {
  const items: unknown[] = []
  let next: string | undefined = first
  for (let pages = 0; next; pages += 1) {
    if (pages >= mostPages) throw new Error(`the pages of ${first} do not end`)
    const answer = await ask(next)
    const page: unknown = await answer.json()
    if (!Array.isArray(page)) throw new Error(`${next} is no list: ${JSON.stringify(page)}`)
    items.push(...page)
    next = /^<\/api(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return items
}
