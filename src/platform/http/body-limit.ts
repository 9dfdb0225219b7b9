import { createMiddleware } from 'hono/factory'
import { Failure } from '#shared/errors.ts'
import { problem } from './problem.ts'

/**
 * Stops a handler that reads more than `most` bytes of a body, and answers 413. Whether a call is allowed is decided before its
 * body is read: a 401 or 403 stands, and handlers that need no body are not affected. Hono's own limit reads it all at once.
 */
export function bodyLimit(most: number) {
  return createMiddleware(async (c, next) => {
    const { raw } = c.req
    const { method, headers } = raw
    const declared = Number(headers.get('content-length'))
    // With a declared length, the server lets no more through; without either header there is no body (RFC 9112, 6.3).
    // mutant(comparison → declared < most): it goes through below too
    if (declared <= most && !headers.has('transfer-encoding')) return next()
    if (method === 'GET' || method === 'HEAD') return next()
    const body = limit(raw, most, declared)
    c.req.raw = new Request(raw.url, { method, headers, body: body.stream, ...streamed })
    await next()
    if (body.passed() && c.res.status !== 401 && c.res.status !== 403) {
      // Otherwise the headers of the discarded answer would be added to this one.
      c.res = undefined
      c.res = problem(413, tooLarge(most))
    }
    // The rest of the body is still on its way: nothing can follow it (RFC 9112, 9.6).
    if (!body.ended()) c.res.headers.set('Connection', 'close')
  })
}

/** The DOM's type of the options lacks what a stream needs. */
const streamed = { duplex: 'half' }

const kilobyte = 1024
const sizeOf = (bytes: number) => {
  const kilobytes = bytes / kilobyte
  return kilobytes < kilobyte ? `${kilobytes} KB` : `${kilobytes / kilobyte} MB`
}
const tooLarge = (most: number) => `The request is larger than ${sizeOf(most)}.`

/**
 * A request's body up to `most` bytes: reading more throws a Failure, and `passed` then returns true; `ended` tells whether
 * everything was read. The request is not touched until somebody reads: the server discards an unread body. Nor is a request
 * that declares itself too large, since its reader could wait for a client that never sends the body.
 * @param declared bytes; NaN when not declared
 */
function limit(request: Request, most: number, declared: number) {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let size = 0
  let isPassed = false
  let atEnd = false
  const refuse = (): never => {
    isPassed = true
    // mutant(word): the answer is the one above
    throw new Failure('too-large', 'The request is too large.')
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (declared > most) refuse()
        // mutant(optional chaining): a request with a length or in chunks has a body
        reader ??= request.body?.getReader()
        // mutant(optional chaining, logic → read())): as above
        const { value } = (await reader?.read()) ?? {}
        if (!value) {
          atEnd = true
          return controller.close()
        }
        size += value.length
        if (size <= most) return controller.enqueue(value)
        void reader?.cancel() // mutant(optional chaining): it was read from
        refuse()
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return { stream, passed: () => isPassed, ended: () => atEnd }
}
