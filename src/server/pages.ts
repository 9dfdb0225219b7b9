import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import type { CacheTag } from '#platform/page-cache/cache.ts'

/** Whoever asks for a page: where from, and who hears what it shows. */
export type Visit = { clientAddress: string; shows: (tag: CacheTag) => void }

/** Renders the page of a request. */
export type Pages = (request: Request, visit: Visit) => Promise<Response>

/** The site's pages as one function; `servicesFor` makes what their loaders may ask for in `context`. */
export function createPages<T>(
  build: ServerBuild | (() => Promise<ServerBuild>),
  context: RouterContext<T>,
  servicesFor: (visit: Visit) => T,
  mode: 'production' | 'development',
): Pages {
  const render = createRequestHandler(build, mode)
  return (request, visit) => render(request, new RouterContextProvider(new Map([[context, servicesFor(visit)]])))
}
