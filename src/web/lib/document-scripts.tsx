import { useEffect } from 'react'
import { Scripts } from 'react-router'
import { inlineScript } from './inline-script.ts'
import { ScrollKeeper } from './scroll-keeper.tsx'

/**
 * First in the head: sets theme and navigation before the first paint. Only the server renders it, and hydration leaves it in
 * place: React in the browser would create the script from text, which the pages' CSP forbids.
 */
export const EarlyScript = () =>
  import.meta.env.SSR ? <script dangerouslySetInnerHTML={{ __html: inlineScript }} /> : null

/**
 * Last in the body. In production, entry.server appends the page's data and the inline script loads React when needed.
 * Development needs React Router's own scripts for hot reload.
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
