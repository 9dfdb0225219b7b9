import { createMiddleware } from 'hono/factory'
import { problem } from './problem.ts'

/**
 * Refuses a body of more than `most` bytes with 413. Hono's own makes a new Request out of the one it gets, which
 * the server's lightweight one does not allow: not for a chunked body, nor for a DELETE without any.
 */
export function bodyLimit(most: number) {
  const tooLarge = () => problem(413, `The request is larger than ${most / 1024 / 1024} megabyte.`)
  return createMiddleware(async (c, next) => {
    const { url, method, headers } = c.req.raw
    // With a length the server sees to it that no more comes; without either there is no body (RFC 9112, 6.3).
    if (!headers.has('transfer-encoding'))
      return Number(headers.get('content-length') ?? 0) > most ? tooLarge() : next()
    // Asked for only here: it makes the server's lightweight request a whole one.
    const { body } = c.req.raw
    const bytes = body && (await readAtMost(body, most))
    if (bytes === undefined) return tooLarge()
    c.req.raw = new Request(url, { method, headers, body: bytes })
    return next()
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
