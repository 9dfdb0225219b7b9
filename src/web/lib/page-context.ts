import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { PageServices } from '#server/page-services.ts'

/** The server and the bundled pages each load this module separately: a key on globalThis is shared by both. */
function sharedContext<T>(name: string): RouterContext<T> {
  const store = globalThis as { [key: symbol]: RouterContext<T> | undefined }
  return (store[Symbol.for(name)] ??= createContext<T>())
}

export const pageServicesContext = sharedContext<PageServices>('wattwork.page-services')

/** Where the entry puts the page's HTML: a Response would encode it into a stream that the sender had to reassemble. */
export const pageTextContext = sharedContext<{ html?: string }>('wattwork.page-text')

/** The services of this request, in a server loader: `const { tools } = pageServices(context)`. */
export function pageServices(context: Readonly<RouterContextProvider>): PageServices {
  return context.get(pageServicesContext)
}
