import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { acceptedEncoding } from '#platform/page-cache/encoding.ts'
import { problem } from '#platform/http/problem.ts'

/** The built files: hashed names never change, the rest is revalidated after an hour and sent again only if changed. */
export function createBuiltFiles(folder: string) {
  const files = serveStatic({ root: folder, precompressed: true })
  return (
    new Hono()
      .get('/assets/*', cached('public, max-age=31536000, immutable'), whole, files)
      .get('/assets/*', () => problem(404, 'There is no such file.'))
      // By file type: the address of a page's data has a dot in it too.
      .get('/:file{.+\\.(?:avif|jpg|png|svg|webmanifest|webp)}', etag(), cached('public, max-age=3600'), whole, files)
  )
}

/** Vary also on uncompressed files: a cache may serve a client with other encodings than the first (RFC 9110, 12.5.5). */
const cached = (control: string) =>
  createMiddleware(async (c, next) => {
    await next()
    if (!c.res.ok || c.res.headers.has('Cache-Control')) return
    c.res.headers.set('Cache-Control', control)
    c.res.headers.set('Vary', 'Accept-Encoding')
  })

/**
 * The files are small and always sent whole, as a server may do when asked for a range (RFC 9110, 14.2). A range would need its
 * own ETag, and ranges of two releases could be joined into one file. Encodings are passed as `serveStatic` reads them, without
 * q-values.
 */
const whole = createMiddleware((c, next) => {
  const { headers } = c.req.raw
  headers.delete('range')
  headers.set('accept-encoding', acceptedEncoding(headers.get('accept-encoding') ?? undefined))
  return next()
})
