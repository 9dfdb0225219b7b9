/** Never a real host: it only shows whether an address leaves the site. */
const site = 'http://site.invalid'

/**
 * What a browser makes of a path of this site; undefined where it leads elsewhere.
 * The browser's own parser decides (WHATWG URL), so that `//evil`, `/\evil`, `/<tab>/evil` and `/a/..//evil` are all seen
 * for what they are.
 */
export function ownPath(path: string): URL | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, site)) return undefined
  const url = new URL(path, site)
  return url.origin === site && !url.pathname.startsWith('//') ? url : undefined
}
