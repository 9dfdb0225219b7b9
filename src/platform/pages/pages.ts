import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import type { CacheTag } from './cache.ts'

/** Renders the page of a request, and reports what it shows. */
export type Pages = (request: Request, shows: (tag: CacheTag) => void) => Promise<Response>

/** The site's pages as one function; `servicesFor` makes what their loaders may ask for in `context`. */
export function createPages<T>(
  build: ServerBuild | (() => Promise<ServerBuild>),
  context: RouterContext<T>,
  servicesFor: (shows: (tag: CacheTag) => void) => T,
  mode: 'production' | 'development',
): Pages {
  const render = createRequestHandler(build, mode)
  return (request, shows) => render(request, new RouterContextProvider(new Map([[context, servicesFor(shows)]])))
}
