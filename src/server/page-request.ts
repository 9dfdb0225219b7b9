import { Failure } from '#shared/errors.ts'

/** A path that matches no page, used for paths that cannot be decoded. */
export const nowhere = '/%25'

/**
 * A request as the pages get it. They compare a form's origin with the address of the request, which behind a proxy is not
 * the one that users see; and they cannot decode a path with broken escapes.
 * @param origin the site's address as users see it, without a trailing slash.
 * @throws Failure 'bad-request' for a form that another site sent.
 */
export async function pageRequest(request: Request, origin: string): Promise<Request> {
  const { method, headers, url } = request
  const { pathname, search } = new URL(url)
  if (!isReadable(pathname)) return new Request(origin + nowhere, { method, headers })
  const from = headers.get('origin')
  if (method === 'GET' || method === 'HEAD' || from === null || from === new URL(url).origin) return request
  if (from !== origin) throw new Failure('bad-request', 'This form was sent from another site.')
  return new Request(origin + pathname + search, { method, headers, body: await request.arrayBuffer() })
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
