import { text } from 'node:stream/consumers'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { pageServices, pageTextContext } from './lib/page-context.ts'
import { pageDataBlocks } from './lib/page-data.ts'

/**
 * Renders a page to a string. React Router's default suspends for its data and streams: with the data read to its end first,
 * it can be appended as a JSON block, and the page is a string that can be cached. The Response carries only the head.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (import.meta.env.DEV) {
    const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
    return new Response(stream, { status, headers })
  }
  const data = context.serverHandoffStream ? await text(context.serverHandoffStream) : ''
  const page = renderToString(
    <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />,
  )
  const end = page.lastIndexOf('</body>')
  const html = `<!DOCTYPE html>${page.slice(0, end)}${pageDataBlocks(context, data)}${page.slice(end)}`
  loadContext.get(pageTextContext).html = html
  return new Response(null, { status, headers })
}

/** Reports unexpected loader errors. A request that the site does not support, such as a POST to a page, is not one. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) pageServices(context).report(error)
}
