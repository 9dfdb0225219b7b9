import {
  createRequestHandler,
  matchRoutes,
  RouterContextProvider,
  type RouteObject,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { z } from 'zod'
import { nowhere } from './page-request.ts'
import type { CacheTag } from '#platform/page-cache/cache.ts'
import { pageTextContext } from '#web/lib/page-context.ts'

/** One request for a page: the client's address, and a callback for the cache tags of what it shows. */
export type Visit = { clientAddress: string; shows: (tags: readonly CacheTag[]) => void }

export type Pages = {
  /** Renders the page of a request. */
  render(request: Request, visit: Visit): Promise<Response>
  /** The parameters that the page at this path reads on the server: no others change its HTML or data. */
  parametersOf(path: string): readonly string[]
  /** The addresses of the stylesheets that all pages use; none in development. */
  stylesheets: readonly string[]
}

/** The site's pages as one function; `servicesFor` makes what their loaders find in `context`. */
export function createPages<T>(
  build: ServerBuild | (() => Promise<ServerBuild>),
  context: RouterContext<T>,
  servicesFor: (visit: Visit) => T,
  mode: 'production' | 'development',
): Pages {
  const handle = createRequestHandler(build, mode)
  const isUnknown = typeof build === 'function' ? () => false : unknownTo(build)
  const isMissing = ({ method, url }: Request) => {
    const { pathname } = new URL(url)
    return method === 'GET' && !pathname.endsWith('.data') && isUnknown(pathname)
  }
  const render: Pages['render'] = async (request, visit) => {
    const text: { html?: string } = {}
    const contexts = new RouterContextProvider()
    contexts.set(context, servicesFor(visit))
    contexts.set(pageTextContext, text)
    const head = await handle(request, contexts)
    return text.html === undefined ? head : new Response(text.html, { status: head.status, headers: head.headers })
  }
  const renderMissing = renderOnce(render)
  const parameters = typeof build === 'function' ? new Map<string, string[]>() : declaredParameters(build)
  return {
    stylesheets: typeof build === 'function' ? [] : (build.assets.routes['root']?.css ?? []),
    render: (request, visit) => (isMissing(request) ? renderMissing(request, visit) : render(request, visit)),
    // The browser requests a page's data separately, and may say for which routes.
    parametersOf: (path) =>
      path.endsWith('.data') ? [...(parameters.get(pageOfData(path)) ?? []), '_routes'] : (parameters.get(path) ?? []),
  }
}

/** React Router requests the data of `/tools` at `/tools.data`, of `/tools/` at `/tools/_.data`, and of `/` at `/_.data`. */
const pageOfData = (path: string): string => path.replace(/(?:\/_)?\.data$/, '') || '/'

const Handle = z.object({ parameters: z.array(z.string()) })

/** The parameters that routes declare in their `handle`. Nested pages read none. */
function declaredParameters({ routes }: ServerBuild): Map<string, string[]> {
  return new Map(
    Object.values(routes).flatMap((route) => {
      const { data } = Handle.safeParse(route?.module.handle)
      return route && data ? [[`/${route.path ?? ''}`, data.parameters]] : []
    }),
  )
}

/** Whether no page matches a path. Matching parses the routes each time, so matches are remembered. */
function unknownTo(build: ServerBuild): (path: string) => boolean {
  const routes = routesWithin(build)
  const found = new Set<string>()
  return (path) => {
    if (found.has(path)) return false
    if (matchRoutes(routes, path)?.at(-1)?.route.path === '*') return true
    // Anybody can make up product paths.
    if (found.size >= 1_000) found.clear()
    found.add(path)
    return false
  }
}

/** The pages below a layout, or the top-level ones, in the router's format. */
function routesWithin(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, index } : { id, path, children: routesWithin(build, id) }]
  })
}

/**
 * The "not found" page is the same for every path: rendering is expensive, and paths are easily made up.
 * It is rendered for a path of ours, so that nobody is shown what somebody else asked for.
 */
function renderOnce(render: Pages['render']): Pages['render'] {
  let made: { body: ArrayBuffer; status: number; headers: Headers } | undefined
  return async (request, visit) => {
    if (made) return new Response(made.body, made)
    const page = await render(new Request(new URL(nowhere, request.url)), visit)
    const { status, headers } = page
    const body = await page.arrayBuffer()
    if (status === 404) made = { body, status, headers }
    return new Response(body, { status, headers })
  }
}
