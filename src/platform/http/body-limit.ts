import { createMiddleware } from 'hono/factory'
import { Failure } from '#shared/errors.ts'
import { problem } from './problem.ts'

/**
 * Whoever reads more than `most` bytes of a body is stopped there, and the answer is 413. Who may make a call is decided
 * before it is read: a 401 or 403 stands, and who needs no body hears nothing of it. Hono's own reads all at once.
 */
export function bodyLimit(most: number) {
  return createMiddleware(async (c, next) => {
    const { raw } = c.req
    const { method, headers } = raw
    const declared = Number(headers.get('content-length'))
    // With a length the server sees to it that no more comes; without either there is no body (RFC 9112, 6.3).
    // mutant(comparison → declared < most): it goes through below too
    if (declared <= most && !headers.has('transfer-encoding')) return next()
    if (method === 'GET' || method === 'HEAD') return next()
    const body = limit(raw, most, declared)
    c.req.raw = new Request(raw.url, { method, headers, body: body.stream, ...streamed })
    await next()
    if (body.passed() && c.res.status !== 401 && c.res.status !== 403) {
      // Or the headers of the answer that is thrown away would be added to this one.
      c.res = undefined
      c.res = problem(413, tooLarge(most))
    }
    // The rest of the body is still on its way: nothing can follow it (RFC 9112, 9.6).
    if (!body.ended()) c.res.headers.set('Connection', 'close')
  })
}

/** The DOM's type of the options does not know what a stream needs. */
const streamed = { duplex: 'half' }

const kilobyte = 1024
const sizeOf = (bytes: number) => {
  const kilobytes = bytes / kilobyte
  return kilobytes < kilobyte ? `${kilobytes} KB` : `${kilobytes / kilobyte} MB`
}
const tooLarge = (most: number) => `The request is larger than ${sizeOf(most)}.`

/**
 * A request's body as far as `most` bytes: a reader who wants more gets a Failure, and `passed` tells so; `ended` tells
 * whether all was read. The request is not touched before somebody reads: what nobody reads, the server clears away. Nor is one that
 * says of itself that it is too large, or who reads would wait for whoever sends nothing of it.
 * @param declared bytes; NaN where nothing is said of them
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
        // mutant(optional chaining): what has a length or comes in chunks has a body
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
