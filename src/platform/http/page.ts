import type { Context } from 'hono'
import type { Page } from '#shared/list.ts'

/** A page of a list, with how long the list is in X-Total-Count, and where it goes on in Link (RFC 8288). */
export function answerPage<T>(c: Context, { items, total, nextCursor }: Page<T>) {
  c.header('X-Total-Count', String(total))
  if (nextCursor) {
    const next = new URL(c.req.url)
    next.searchParams.set('cursor', nextCursor)
    c.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return c.json(items, 200)
}
