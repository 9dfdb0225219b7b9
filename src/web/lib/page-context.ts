import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { PageServices } from '#server/page-services.ts'

/** The server and its bundled pages each load this module: a key on globalThis is one and the same for both. */
function sharedContext<T>(name: string): RouterContext<T> {
  const store = globalThis as { [key: symbol]: RouterContext<T> | undefined }
  return (store[Symbol.for(name)] ??= createContext<T>())
}

export const pageServicesContext = sharedContext<PageServices>('wattwork.page-services')

/** Where the entry puts the page as text: in a Response it would be encoded into a stream, and put together again by who sends it. */
export const pageTextContext = sharedContext<{ html?: string }>('wattwork.page-text')

/** The services of this request, in a server loader: `const { tools } = pageServices(context)`. */
export function pageServices(context: Readonly<RouterContextProvider>): PageServices {
  return context.get(pageServicesContext)
}
