import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { acceptedEncoding } from '#platform/page-cache/encoding.ts'
import { problem } from '#platform/http/problem.ts'

/** The built files: hashed names never change, the rest is asked for again after an hour, and sent again when it has changed. */
export function createBuiltFiles(folder: string) {
  const files = serveStatic({ root: folder, precompressed: true })
  return (
    new Hono()
      .get('/assets/*', cached('public, max-age=31536000, immutable'), whole, files)
      .get('/assets/*', () => problem(404, 'There is no such file.'))
      // By their kinds: a page's data has a point in its address too.
      .get('/:file{.+\\.(?:avif|jpg|png|svg|webmanifest|webp)}', etag(), cached('public, max-age=3600'), whole, files)
  )
}

/** Also of a file that goes out as it is: who asked without an encoding is not who is answered from a cache (RFC 9110, 12.5.5). */
const cached = (control: string) =>
  createMiddleware(async (c, next) => {
    await next()
    if (!c.res.ok || c.res.headers.has('Cache-Control')) return
    c.res.headers.set('Cache-Control', control)
    c.res.headers.set('Vary', 'Accept-Encoding')
  })

/**
 * The files are small: they go out whole, as anybody may answer who is asked for a part (RFC 9110, 14.2). A part would have a tag of its
 * own, and parts of two releases would make one file. Encodings are told as `serveStatic` reads them, without their qualities.
 */
const whole = createMiddleware((c, next) => {
  const { headers } = c.req.raw
  headers.delete('range')
  headers.set('accept-encoding', acceptedEncoding(headers.get('accept-encoding') ?? undefined))
  return next()
})
