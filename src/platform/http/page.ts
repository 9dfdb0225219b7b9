import type { Context } from 'hono'
import type { Page } from '#shared/list.ts'

/** Answers a page of a list, with the list's length in X-Total-Count and the next page in Link (RFC 8288). */
export function answerPage<T>(c: Context, { items, total, nextCursor }: Page<T>) {
  c.header('X-Total-Count', String(total))
  if (nextCursor) {
    const next = new URL(c.req.url)
    next.searchParams.set('cursor', nextCursor)
    c.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return c.json(items, 200)
}
