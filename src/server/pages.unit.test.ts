import { createContext, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createPages } from './pages.ts'

/** A site with a home page, a page with a parameter in its path, and a "not found" page. */
function openSite() {
  let rendered = 0
  const missing = () => {
    throw new Response(null, { status: status })
  }
  const route = (id: string, path: string | undefined, more: object = {}) => ({
    id,
    path,
    parentId: id === 'root' ? undefined : 'root',
    module: { default: () => null, ...more },
  })
  let status = 404
  const build = {
    entry: {
      module: {
        default: (_request: Request, code: number, headers: Headers) =>
          new Response(`page ${++rendered}`, { status: code, headers }),
      },
    },
    routes: {
      root: { ...route('root', ''), module: { default: () => null, ErrorBoundary: () => null } },
      home: { ...route('home', undefined), index: true },
      tools: route('tools', 'tools', { handle: { parameters: ['q'] } }),
      tool: route('tool', 'tool/:toolId', { loader: missing }),
      none: route('none', '*', { loader: missing }),
    },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '' },
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
    publicPath: '/',
    assetsBuildDirectory: '',
  } as unknown as ServerBuild
  const pages = createPages(build, createContext<object>(), () => ({}), 'production')
  const visit = { clientAddress: '192.0.2.1', shows: () => {} }
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await pages.render(new Request(`http://shop.test${path}`, init), visit)
    return `${answer.status} ${await answer.text()}`
  }
  return { pages, ask, fail: (code: number) => (status = code) }
}

test('all paths without a page share the first rendering', async () => {
  const { ask } = openSite()
  expect([await ask('/nowhere'), await ask('/no/where.html?x=1'), await ask('/nowhere')]).toEqual([
    '404 page 1',
    '404 page 1',
    '404 page 1',
  ])
  expect([await ask('/'), await ask('/'), await ask('/tools')]).toEqual(['200 page 2', '200 page 3', '200 page 4'])
  expect([await ask('/tool/gone'), await ask('/tool/gone')]).toEqual(['404 page 5', '404 page 6'])
})

test('a page that fails is not shared', async () => {
  const { ask, fail } = openSite()
  fail(500)
  expect(await ask('/nowhere')).toBe('500 page 1')
  fail(404)
  expect([await ask('/nowhere'), await ask('/nowhere')]).toEqual(['404 page 2', '404 page 2'])
})

test('the parameters that routes read are known, also for their data requests', () => {
  const { parametersOf } = openSite().pages
  expect(['/tools', '/', '/nowhere'].map(parametersOf)).toEqual([['q'], [], []])
  const data = ['/tools.data', '/tools/_.data', '/_.data', '/nowhere.data', '/tools_.data']
  const [read, unread] = [['q', '_routes'], ['_routes']]
  expect(data.map(parametersOf)).toEqual([read, read, unread, unread, unread])
})
