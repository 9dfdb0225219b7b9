/** Not a real host: it only shows whether an address leaves the site. */
const site = 'http://site.invalid'

/**
 * How a browser resolves a path of this site; undefined when it leads elsewhere.
 * The browser's own parsing rules decide (WHATWG URL), so that `//evil`, `/\evil`, `/<tab>/evil` and `/a/..//evil` are
 * all recognized.
 */
export function ownPath(path: string): URL | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, site)) return undefined
  const url = new URL(path, site)
  return url.origin === site && !url.pathname.startsWith('//') ? url : undefined
}
