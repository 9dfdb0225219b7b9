import { useEffect } from 'react'
import { Scripts } from 'react-router'
import { inlineScript } from './inline-script.ts'
import { ScrollKeeper } from './scroll-keeper.tsx'

/** First in the head: sets theme and navigation before the first paint. */
export function EarlyScript() {
  return (
    <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? inlineScript : '' }} />
  )
}

/**
 * Last in the body. In production entry.server appends the page's data and the inline script loads React when it is
 * time; development needs React Router's own scripts for hot reload.
 */
export function DocumentScripts() {
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <>
      <ScrollKeeper />
      {import.meta.env.DEV && <Scripts />}
    </>
  )
}
