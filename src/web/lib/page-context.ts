import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { PageServices } from '#server/page-services.ts'

// The server and its bundled pages each load this module: a key on globalThis is one and the same for both.
const store = globalThis as { [key: symbol]: RouterContext<PageServices> | undefined }
const key = Symbol.for('wattwork.page-services')
export const pageServicesContext: RouterContext<PageServices> = (store[key] ??= createContext<PageServices>())

/** The services of this request, in a server loader: `const { tools } = pageServices(context)`. */
export function pageServices(context: Readonly<RouterContextProvider>): PageServices {
  return context.get(pageServicesContext)
}
