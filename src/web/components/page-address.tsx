import { useLocation, useMatches } from 'react-router'
import { site } from '#content/site.ts'
import { noPage, ownPreview } from '#web/lib/page-meta.ts'

/** Both addresses name one page; searches and filters are views of the same list. */
const canonicalPath = (pathname: string): string => (pathname === '/home' ? '/' : pathname.replace(/(.)\/$/, '$1'))

/** For the head of every page: its canonical address, if it has one, and the picture shown in link previews. */
export function PageAddress({ origin }: { origin: string }) {
  const { pathname } = useLocation()
  const address = origin + canonicalPath(pathname)
  const handles = useMatches().map(({ handle }) => handle)
  const preview = !handles.includes(ownPreview)
  return (
    <>
      {!handles.includes(noPage) && (
        <>
          <link rel="canonical" href={address} />
          <meta property="og:url" content={address} />
        </>
      )}
      <meta property="og:site_name" content={site.name} />
      <meta name="twitter:card" content="summary_large_image" />
      {preview && <SitePreview origin={origin} />}
    </>
  )
}

function SitePreview({ origin }: { origin: string }) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:image" content={`${origin}/link-preview.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${site.name}: ${site.tagline}`} />
    </>
  )
}
