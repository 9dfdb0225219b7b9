import { createMiddleware } from 'hono/factory'
import { problem } from './problem.ts'

/**
 * Refuses a body of more than `most` bytes with 413. Hono's own makes a new Request out of the one it gets, which
 * the server's lightweight one does not allow: not for a chunked body, nor for a DELETE without any.
 */
export function bodyLimit(most: number) {
  const tooLarge = () => problem(413, `The request is larger than ${most / 1024 / 1024} megabyte.`)
  const limitChunked = createMiddleware(async (c, next) => {
    const { url, method, headers, body } = c.req.raw
    const bytes = body && (await readAtMost(body, most))
    if (bytes === undefined) return tooLarge()
    c.req.raw = new Request(url, { method, headers, body: bytes })
    return next()
  })
  return createMiddleware((c, next) => {
    // Asked for its body, the server's lightweight request becomes a whole one: only where it is needed.
    if (c.req.raw.headers.has('transfer-encoding')) return limitChunked(c, next)
    // With a length the server sees to it that no more comes; without either there is no body (RFC 9112, 6.3).
    return Number(c.req.header('content-length') ?? 0) > most ? Promise.resolve(tooLarge()) : next()
  })
}

/** The whole of a stream; undefined as soon as it passes `most` bytes. */
async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
