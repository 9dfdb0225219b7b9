import type { Context } from 'hono'
import type { Page } from '#shared/list.ts'

/** Tells how long a list is in X-Total-Count, and where it goes on in Link (RFC 8288). */
export function pageHeaders(c: Context, { total, nextCursor }: Omit<Page<unknown>, 'items'>): void {
  c.header('X-Total-Count', String(total))
  if (!nextCursor) return
  const next = new URL(c.req.url)
  next.searchParams.set('cursor', nextCursor)
  c.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
}
