import type { EntryContext } from 'react-router'

/** The data that the inline script needs to hydrate the page. */
type PageModules = {
  manifest: string
  entry: string
  /** Shared chunks, fetched in parallel. */
  imports: string[]
  /** The modules of each matched route, as [route id, URLs] from root to leaf. */
  routes: [string, string[]][]
  /** Whether the page is empty without script, so that the script loads at once. */
  eager: boolean
}

/** The three JSON blocks of a page. `data` is the loader data in React Router's own stream format. */
export function pageDataBlocks(context: EntryContext, data: string): string {
  return [
    block('page-context', context.serverHandoffString ?? '{}'),
    block('page-data', JSON.stringify(data)),
    block('page-modules', JSON.stringify(pageModules(context))),
  ].join('')
}

/** An unescaped `<` could end the script element; the escaped form is the same JSON. */
const block = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', String.raw`\u003c`)}</script>`

function pageModules({ manifest, staticHandlerContext }: EntryContext): PageModules {
  const routes = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  return {
    manifest: manifest.url,
    entry: manifest.entry.module,
    imports: [...new Set([...manifest.entry.imports, ...routes.flatMap((route) => route.imports ?? [])])],
    routes: routes.map((route) => [
      route.id,
      [
        route.clientActionModule,
        route.clientLoaderModule,
        route.clientMiddlewareModule,
        route.hydrateFallbackModule,
        route.module,
      ].filter((url) => url !== undefined),
    ]),
    eager: routes.some((route) => route.hasClientLoader),
  }
}
