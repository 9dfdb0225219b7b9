import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'

export type Pages = (request: Request) => Promise<Response>

/** The site's pages as one function, with what their loaders may ask for in `context`. */
export function createPages<T>(
  build: ServerBuild | (() => Promise<ServerBuild>),
  context: RouterContext<T>,
  services: T,
  mode: 'production' | 'development',
): Pages {
  const render = createRequestHandler(build, mode)
  return (request) => render(request, new RouterContextProvider(new Map([[context, services]])))
}
