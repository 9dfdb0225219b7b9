import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'

/** The files the browser fetches. */
export const buildFolder = fileURLToPath(new URL('../../build/client', import.meta.url))
const serverBuild = new URL('../../build/server/index.js', import.meta.url)

type Site = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  mode: 'production' | 'development'
  /** Vite's own requests, in development. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close: () => Promise<void>
}

/** The built pages, or in development pages that Vite builds as they change, on the same port. */
export async function loadPages(development: boolean, server: Server): Promise<Site> {
  if (development) return developmentPages(server)
  if (!existsSync(serverBuild))
    throw new Error('The pages are not built: start with `npm start`, or run `npm run build` first')
  const build: ServerBuild = await import(serverBuild.href)
  return { build, mode: 'production', close: () => Promise.resolve() }
}

async function developmentPages(server: Server): Promise<Site> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  return {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    mode: 'development',
    before: vite.middlewares,
    close: () => vite.close(),
  }
}
