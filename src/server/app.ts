import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { TrieRouter } from 'hono/router/trie-router'
import type { Config } from '#config.ts'
import { refusals } from '#content/refusals.ts'
import { createAuthApi } from '#features/accounts/auth-api.ts'
import { createPictureFiles } from '#features/catalogue/picture-api.ts'
import { mostPictureBytes } from '#features/catalogue/schema.ts'
import { calledFrom } from '#platform/audit/origin.ts'
import { onBehalfOf } from '#platform/db/fair-line.ts'
import { onOneConnection } from '#platform/db/one-connection.ts'
import { createOneByOne } from '#platform/http/one-by-one.ts'
import { bodyLimit } from '#platform/http/body-limit.ts'
import { answerWithin } from '#platform/http/deadline.ts'
import { canonicalPath } from '#platform/http/canonical-path.ts'
import { clientAddress, networkOf } from '#platform/http/client-address.ts'
import { ownOrigins, refuseCrossSite } from '#platform/http/cross-site.ts'
import { dataPolicy, pagePolicy, securityHeaders } from '#platform/http/headers.ts'
import { toProblemResponse, problem } from '#platform/http/problem.ts'
import { literalPath } from '#platform/http/literal-path.ts'
import { createTurns } from '#platform/http/turns.ts'
import type { CacheTag } from '#platform/page-cache/cache.ts'
import { canonicalAddress } from '#platform/page-cache/key.ts'
import { keepResponses, publicCalls, type Keepable } from '#platform/page-cache/middleware.ts'
import { signInSandboxPath } from '#sandbox/sign-in/open.ts'
import { describeSpan, type OpenSpan } from '#platform/tracing/trace.ts'
import type { Shop } from '#shop.ts'
import { inlineScript } from '#web/lib/inline-script.ts'
import { createApi } from './api.ts'
import { createBuiltFiles } from './built-files.ts'
import { createApiDocs } from './openapi/docs.ts'
import { noteRoute } from './metrics/requests.ts'
import { pageRequest } from './page-request.ts'
import type { Pages, Visit } from './pages.ts'
import { alive, createReadiness, notReady } from './readiness.ts'
import { createSiteFiles } from './site-files.ts'
import { tellRefusals } from './tell-refusals.ts'

type Env = {
  Bindings: (Partial<HttpBindings> & Keepable['Bindings']) | undefined
  Variables: { clientAddress: string } & Keepable['Variables']
}

const kilobyte = 1024

/**
 * Time limit for any call: below the ten seconds after which nobody expects an answer any more, of which a proxy may have used
 * two to reach a process.
 */
const longestAnswerMs = 8_000

/**
 * One fetch handler for everything: API, sign-in, webhook, sandboxes, files and pages.
 * @param readiness whether the process may be given traffic; whoever stops it has a say in it too.
 * @param files the folder of built files; undefined in development, where Vite serves them.
 */
export function createApp(
  shop: Shop,
  config: Config,
  pages: Pages,
  files?: string,
  readiness = createReadiness(shop.ping),
) {
  const app = new Hono<Env>({ getPath: literalPath })
  const { log } = shop
  const api = createApi(shop)

  const protect = protection(config)

  app.onError((error, c) => toProblemResponse(error, c, log))
  app.use(tellRefusals(({ path }) => hasPage(path), pages.stylesheets, protect))
  app.use(addressed(config))
  app.use(headOnly)
  // In development a page is built while the client waits for it.
  app.use(files ? '*' : '/api/*', answerWithin(longestAnswerMs))
  if (files) {
    // Rendering occupies the only thread: a client that asks for many pages gets two at a time, and waits for the rest.
    const turn = createTurns(2, 200, refusals.tooMany)
    app.use(keepResponses(shop.cache, keptAddress(pages, api), turn))
    shop.cache.revalidateWith((url) => void app.fetch(new Request(config.publicUrl + url), { renew: true }))
  }
  // Before a response is cached: cached responses are sent as they are.
  app.use(async (c, next) => {
    await next()
    protect(c.res)
  })
  app.use(canonicalPath(config.publicUrl))
  app.use(limited)
  const ownOnly = refuseCrossSite(ownOrigins(config.publicUrl, config.port), refusals.otherSite)
  app.use('/api/*', audited)
  app.use('/api/*', ownOnly)
  app.use('/sandbox/*', ownOnly)

  app.get('/healthz', async (c) => {
    await shop.ping()
    return c.json({ status: 'ok' })
  })
  app.get('/livez', alive)
  app.get('/readyz', async () => ((await readiness.isReady()) ? alive() : notReady()))
  app.use('/api/*', async (c, next) => {
    await next()
    if (c.get('cacheTags')) return
    c.res.headers.set('Vary', 'Authorization')
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  app.route('/api', createAuthApi({ ...shop, staffFactor: config.staffFactor }))
  app.route('/api', createApiDocs(api, shop, config, files))
  app.route('/api', api)
  app.all('/api/*', () => problem(404, 'There is no such call.'))
  if (shop.cardSandbox) app.route('/sandbox/card', shop.cardSandbox.browser)
  if (shop.signInSandbox) mountSignInSandbox(app, shop.signInSandbox)
  app.route('/', createSiteFiles(shop, config.publicUrl))
  app.route('/', createPictureFiles(shop.pictures))
  if (files) app.route('/', createBuiltFiles(files))
  app.all('*', async (c) => {
    const shown = new Set<CacheTag>()
    const request = await pageRequest(c.req.raw, config.publicUrl)
    const visit: Visit = {
      clientAddress: c.get('clientAddress'),
      shows: (tags) => tags.forEach((tag) => shown.add(tag)),
    }
    const page = await onOneConnection(() => pages.render(request, visit))
    c.set('cacheTags', [...shown])
    return page
  })
  return app
}

/** Pages are the same for everyone; files have caching of their own, and of the calls only those that declare it are kept. */
const hasPage = (path: string): boolean => !/^\/(api|sandbox|assets|healthz|livez|readyz)(\/|$)/.test(path)

/** Routers also accept capitals, escapes and extra slashes: each spelling would be a separate cache address. */
const plainPath = /^\/(?:[a-z\d._-]+(?:\/[a-z\d._-]+)*)?$/

/** The address a response is made for and cached under; undefined for personal ones. */
function keptAddress(pages: Pages, api: Parameters<typeof publicCalls>[0]) {
  const calls = new TrieRouter<readonly string[]>()
  for (const [path, parameters] of publicCalls(api)) calls.add('GET', `/api${path}`, parameters)
  return (url: URL) => {
    const { pathname, search } = url
    const [[call] = []] = calls.match('GET', pathname)
    const parameters = call?.[0] ?? (hasPage(pathname) ? pages.parametersOf(pathname) : undefined)
    if (!parameters) return undefined
    if (!plainPath.test(pathname)) return { address: pathname + search, isKept: false }
    return { address: canonicalAddress(url, parameters), isKept: true }
  }
}

/** The issuer's own routes, except the page where a visitor chooses an identity, which is one of ours. */
function mountSignInSandbox(app: Hono<Env>, { fetch }: NonNullable<Shop['signInSandbox']>) {
  const page = `${signInSandboxPath}/choose`
  app.all(`${signInSandboxPath}/*`, (c, next) =>
    c.req.method === 'GET' && c.req.path === page ? next() : fetch(c.req.raw),
  )
}

/** Parsing a long body is expensive, 0.1 s for a megabyte of fields: so all are short but these, each for a reason. */
const limitBody = bodyLimit(64 * kilobyte)
const longBodies = new Map([
  ['/api/picture', bodyLimit(mostPictureBytes)],
  // An event of the card provider has some kilobytes.
  ['/api/payment/webhook', bodyLimit(256 * kilobyte)],
  // Two thousand lines, from a signed-in user.
  ['/api/order/check', bodyLimit(256 * kilobyte)],
  ['/api/quick-order', bodyLimit(256 * kilobyte)],
])

/** Limits the size of request bodies. */
const limited: MiddlewareHandler = (c, next) => (longBodies.get(c.req.path) ?? limitBody)(c, next)

/** Starts calls in turn, notes which route answered, and sets the client's address for handlers and the database's fair queue. */
function addressed({ trustedProxies }: Config) {
  const turn = createOneByOne()
  return createMiddleware<Env>(async (c, next) => {
    const peer = c.env?.incoming?.socket.remoteAddress
    const address = clientAddress(peer, c.req.header('x-forwarded-for'), trustedProxies)
    c.set('clientAddress', address)
    const network = networkOf(address)
    await turn(network)
    await onBehalfOf(network, next)
    describeSpan((span) => nameByRoute(span, c.req.method, routePath(c)))
    if (c.env?.incoming) noteRoute(c.env.incoming, () => routePath(c))
  })
}

/** HEAD is answered like GET, without the body. A streamed body would otherwise wait forever for a reader. */
const headOnly = createMiddleware<Env>(async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
})

function nameByRoute(span: OpenSpan, method: string, route: string): void {
  span.rename(`${method} ${route}`)
  span.set({ 'http.route': route })
}

/** Gives the audit log the origin of a call. */
const audited = createMiddleware<Env>((c, next) =>
  calledFrom({ address: c.get('clientAddress'), userAgent: () => c.req.header('user-agent') }, next),
)

/** Adds the security headers to a response: pages may load our own files, everything else may load nothing. */
function protection({ publicUrl, stripe, production }: Config) {
  const secure = publicUrl.startsWith('https:')
  const fixed = securityHeaders(secure)
  const page = pagePolicy({ inlineScript, stripe: stripe !== undefined, secure })
  return ({ headers, status }: Response) => {
    for (const [name, value] of fixed) headers.set(name, value)
    // What fails now may work in a moment, and what does not exist may be created.
    if (status >= 400) headers.set('Cache-Control', 'no-store')
    const isPage = headers.get('content-type')?.startsWith('text/html')
    // Hot reload in development writes inline scripts and styles.
    if (!isPage) headers.set('Content-Security-Policy', dataPolicy)
    else if (production) headers.set('Content-Security-Policy', page)
  }
}
