import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PrivateText } from '../log/private-text.ts'
import type { WriteBuffer } from '../log/write-buffer.ts'

/** What the request itself does not say: its id, and when it arrived, by `performance.now()`. */
export type RequestStart = { id: string; from: number }
export type AccessLog = (request: IncomingMessage, response: ServerResponse, start: RequestStart) => void

/** The status for a request whose client left before there was an answer (nginx's convention). */
const clientLeft = 499

/** Pseudonyms lengthen a path made of short e-mails: whoever sends long paths could fill the disk. */
const longestPath = 500

/**
 * Logs a request: time, method, path, status, milliseconds until its answer was sent, id. The query is left out, since links in
 * mails carry secrets there, and e-mails in the path become pseudonyms.
 */
export function createAccessLog(batch: WriteBuffer, { path: withoutPrivate }: Pick<PrivateText, 'path'>): AccessLog {
  // Reading the clock and formatting a time costs as much as the rest of a line, and many requests fall in the same millisecond.
  let millisecond = -1
  let time = ''
  // Many requests have the same URL as the one before.
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
    // Built by hand: there is a line for each request, and only its path can contain characters to escape.
    batch.add(
      `{"time":"${time}","level":"info","message":"request","method":"${method}","path":${path},"status":${status},"ms":${ms},"requestId":"${id}"}\n`,
    )
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
