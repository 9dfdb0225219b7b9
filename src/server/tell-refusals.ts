import { html, raw } from 'hono/html'
import { createMiddleware } from 'hono/factory'
import type { HonoRequest } from 'hono'
import { z } from 'zod'
import { site } from '#content/site.ts'
import { inlineScript } from '#web/lib/inline-script.ts'

const Told = z.object({ detail: z.string() })

/**
 * The outermost middleware: a request refused before a page was rendered gets a page if a person is looking, where programs get
 * the problem document. It depends on nothing but its own texts: the database may be what is down.
 * @param isPage whether people look at such an address.
 * @param protect adds the security headers to a response.
 */
export function tellRefusals(
  isPage: (request: HonoRequest) => boolean,
  stylesheets: readonly string[],
  protect: (answer: Response) => void,
) {
  const isLookedAt = (request: HonoRequest) =>
    request.method !== 'HEAD' && isPage(request) && request.header('accept')?.includes('text/html')
  return createMiddleware(async (c, next) => {
    await next()
    if (c.res.status < 400) return
    const isProblem = c.res.headers.get('content-type') === 'application/problem+json'
    if (isProblem && isLookedAt(c.req)) {
      const { detail } = Told.parse(await c.res.json())
      c.res = new Response(String(pageOf(detail, stylesheets)), c.res)
      c.res.headers.set('content-type', 'text/html; charset=utf-8')
    }
    protect(c.res)
  })
}

const pageOf = (text: string, stylesheets: readonly string[]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${raw(`<script>${inlineScript}</script>`)}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>This page did not load</title>
        ${stylesheets.map((address) => html`<link rel="stylesheet" href="${address}" />`)}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header class="border-b border-edge bg-paper">
          <div class="page">
            <div class="inset flex h-[62px] items-center sm:h-[72px]">
              <a class="flex items-center gap-3" href="/">
                <img class="size-6.75 sm:size-7.5" src="/favicon.svg" alt="" />
                <span class="wordname display pt-1 text-[1.375rem] leading-none sm:text-[1.5rem]">${site.name}</span>
              </a>
            </div>
          </div>
        </header>
        <main>
          <div class="guides">
            <div class="page">
              <div class="inset columns items-end gap-y-6 py-18 lg:py-24">
                <h1 class="col-span-12 lg:col-span-6">This page did not load</h1>
                <div class="col-span-12 lg:col-span-5 lg:col-start-8">
                  <p class="mb-7 max-w-[30em] bg-paper text-[1.125rem] leading-relaxed text-ink-2">${text}</p>
                  <a class="btn btn-primary btn-large max-sm:w-full" href="">Retry</a>
                </div>
              </div>
            </div>
          </div>
        </main>
      </body>
    </html>`
