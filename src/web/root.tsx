import { type ReactNode, useLayoutEffect } from 'react'
import { Links, Meta, Outlet } from 'react-router'
import type { Route } from './+types/root'
import { site } from '#content/site.ts'
import { RouteAnnouncer } from './components/route-announcer.tsx'
import { ErrorPage } from './components/error-page.tsx'
import { PageAddress } from './components/page-address.tsx'
import { SiteFooter } from './components/site-footer.tsx'
import { SiteHeader } from './components/site-header.tsx'
import { DocumentScripts, EarlyScript } from './lib/document-scripts.tsx'
import { pageServices } from './lib/page-context.ts'
import { useSettings, type PublicSettings } from './lib/settings.ts'
import { SandboxBanner } from './ui/sandbox-banner.tsx'
import { LazyToaster } from './ui/lazy-toaster.tsx'
import anekLatin from './fonts/anek-latin.woff2?url'
import instrumentSans from './fonts/instrument-sans.woff2?url'
import './app.css'

export function loader({ context }: Route.LoaderArgs): PublicSettings {
  return pageServices(context).settings
}

/** Error pages set their own title. */
export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: site.name }])

export const links: Route.LinksFunction = () => [
  ...[anekLatin, instrumentSans].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const settings = useSettings()
  useLayoutEffect(keepMarks, [])
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <EarlyScript />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f6f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141619" />
        <Meta />
        {settings && <PageAddress origin={settings.publicUrl} />}
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        {settings?.warning && (
          <aside aria-label="Warning" className="page inset py-3">
            <SandboxBanner title="Sandbox.">{settings.warning}</SandboxBanner>
          </aside>
        )}
        <SiteHeader />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
        <RouteAnnouncer />
        <LazyToaster />
        <DocumentScripts />
      </body>
    </html>
  )
}

let marks: DOMStringMap = {}

/**
 * When switching between a page and an error, React recreates the document element without the theme and the session mark
 * that scripts have set on it: the old Layout hands them to the new one.
 */
function keepMarks() {
  const { dataset } = document.documentElement
  Object.assign(dataset, marks)
  return () => {
    marks = { ...dataset }
  }
}

export default function Root() {
  return <Outlet />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <ErrorPage error={error} />
