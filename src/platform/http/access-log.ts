import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PrivateText } from '../log/private-text.ts'
import type { WriteBuffer } from '../log/write-buffer.ts'

export type AccessLog = (request: IncomingMessage, response: ServerResponse) => void

/** What a request has whose client left before there was an answer (nginx's word for it). */
const clientLeft = 499

/** A path made of short e-mails grows with its pseudonyms: whoever sends long ones would fill the disk. */
const longestPath = 500

/**
 * Records a request: time, method, path, status. The query stays out, since links in mails carry secrets
 * there, and e-mails in the path are pseudonyms.
 */
export function createAccessLog(batch: WriteBuffer, { path: withoutPrivate }: Pick<PrivateText, 'path'>): AccessLog {
  // Writing a time costs as much as the rest of a line, and many requests are answered within a millisecond.
  let millisecond = 0
  let time = ''
  return ({ method = '', url = '' }, { statusCode, headersSent }) => {
    const now = Date.now()
    // mutant(condition → true): it saves writing the same again
    if (now !== millisecond) {
      millisecond = now // mutant(statement): as above
      time = new Date(now).toISOString()
    }
    batch.add(
      `${time} ${method} ${withoutPrivate(pathOf(url).slice(0, longestPath)).slice(0, longestPath)} ${headersSent ? statusCode : clientLeft}\n`,
    )
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
