import { useEffect, useLayoutEffect, useState } from 'react'
import { Scripts, ScrollRestoration } from 'react-router'
import { inlineScript } from './inline-script.ts'

/** First in the head: sets theme and navigation before the first paint. */
export function EarlyScript() {
  return (
    <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? inlineScript : '' }} />
  )
}

/**
 * Last in the body. In production entry.server appends the page's data and the inline script loads React when it is
 * time; development needs React Router's own scripts for hot reload. Scroll restoration brings an inline script of
 * its own, which the Content-Security-Policy would block and which a page rendered by the browser does not need.
 */
export function DocumentScripts() {
  const [hydrated, setHydrated] = useState(false)
  // In the same breath as the rest: a page left before would not be remembered where it was.
  useLayoutEffect(() => setHydrated(true), [])
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <>
      {(hydrated || import.meta.env.DEV) && <ScrollRestoration />}
      {import.meta.env.DEV && <Scripts />}
    </>
  )
}
