import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Batch } from '../batch.ts'

export type AccessLog = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Records an answered request: time, method, path, status. The query stays out, since links in mails carry secrets
 * there.
 */
export function createAccessLog(batch: Batch): AccessLog {
  return ({ method = '', url = '' }, { statusCode }) => {
    batch.add(`${new Date().toISOString()} ${method} ${pathOf(url)} ${statusCode}\n`)
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
