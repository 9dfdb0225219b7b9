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

/** Whoever asks for a page: where from, and who hears what it shows. */
export type Visit = { clientAddress: string; shows: (tags: readonly CacheTag[]) => void }

export type Pages = {
  /** Renders the page of a request. */
  render(request: Request, visit: Visit): Promise<Response>
  /** The parameters that the page with this path reads on the server: all others change nothing of its HTML or data. */
  parametersOf(path: string): readonly string[]
  /** The addresses of what every page looks like by; none in development. */
  stylesheets: readonly string[]
}

/** The site's pages as one function; `servicesFor` makes what their loaders may ask for in `context`. */
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
    // The browser asks for a page's data beside it, and may say of which routes.
    parametersOf: (path) =>
      path.endsWith('.data') ? [...(parameters.get(pageOfData(path)) ?? []), '_routes'] : (parameters.get(path) ?? []),
  }
}

/** React Router asks for the data of `/tools` at `/tools.data`, for that of `/tools/` at `/tools/_.data`, and of `/` at `/_.data`. */
const pageOfData = (path: string): string => path.replace(/(?:\/_)?\.data$/, '') || '/'

const Handle = z.object({ parameters: z.array(z.string()) })

/** What the routes say in their `handle`. A page within another does not read any. */
function declaredParameters({ routes }: ServerBuild): Map<string, string[]> {
  return new Map(
    Object.values(routes).flatMap((route) => {
      const { data } = Handle.safeParse(route?.module.handle)
      return route && data ? [[`/${route.path ?? ''}`, data.parameters]] : []
    }),
  )
}

/** Whether no page has a path. Matching takes the routes apart each time, so what was found is remembered. */
function unknownTo(build: ServerBuild): (path: string) => boolean {
  const routes = routesWithin(build)
  const found = new Set<string>()
  return (path) => {
    if (found.has(path)) return false
    if (matchRoutes(routes, path)?.at(-1)?.route.path === '*') return true
    // Of products anybody may make up paths.
    if (found.size >= 1_000) found.clear()
    found.add(path)
    return false
  }
}

/** The pages below a layout, or the topmost, as the router matches them. */
function routesWithin(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, index } : { id, path, children: routesWithin(build, id) }]
  })
}

/**
 * The page that says that there is no such page is the same for every path: rendering is dear, and paths are easily made up.
 * It is rendered for a path of ours, so that nobody is shown what somebody else has asked for.
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
