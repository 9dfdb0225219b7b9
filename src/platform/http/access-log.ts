import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PrivateText } from '../log/private-text.ts'
import type { WriteBuffer } from '../log/write-buffer.ts'

/** What is known of a request beside what it says: its id, and when it came, by `performance.now()`. */
export type RequestStart = { id: string; from: number }
export type AccessLog = (request: IncomingMessage, response: ServerResponse, start: RequestStart) => void

/** What a request has whose client left before there was an answer (nginx's word for it). */
const clientLeft = 499

/** A path made of short e-mails grows with its pseudonyms: whoever sends long ones would fill the disk. */
const longestPath = 500

/**
 * Records a request: time, method, path, status, milliseconds until its answer was through, id. The query stays out, since links in mails carry secrets
 * there, and e-mails in the path are pseudonyms.
 */
export function createAccessLog(batch: WriteBuffer, { path: withoutPrivate }: Pick<PrivateText, 'path'>): AccessLog {
  // To look at the clock and write a time costs as much as the rest of a line, and many requests are answered within a millisecond.
  let millisecond = -1
  let time = ''
  // Many requests are for the address of the one before.
  let [lastUrl, path] = ['', '""']
  return ({ method = '', url = '' }, { statusCode, headersSent }, { id, from }) => {
    const now = performance.now()
    // mutant(condition → true): it saves writing the same again
    if (Math.floor(now) !== millisecond) {
      millisecond = Math.floor(now) // mutant(statement): as above
      time = new Date().toISOString()
    }
    // mutant(condition → true): as above
    if (url !== lastUrl) {
      lastUrl = url // mutant(statement): as above
      path = JSON.stringify(withoutPrivate(pathOf(url).slice(0, longestPath)).slice(0, longestPath))
    }
    const status = headersSent ? statusCode : clientLeft
    const ms = Math.round((now - from) * 10) / 10
    // Put together by hand: a line for each request, of which only the path can hold what has to be escaped.
    batch.add(
      `{"time":"${time}","level":"info","message":"request","method":"${method}","path":${path},"status":${status},"ms":${ms},"requestId":"${id}"}\n`,
    )
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
