/** The widths that scripts/pictures makes of every picture, and the shop of every upload. */
const widths = [320, 640, 1280]

/** Our own pictures are at `/products/NAME-WIDTH.webp`, each with an AVIF beside it. */
const ownAddress = /^\/products\/([\w-]+)-(\d+)\.webp$/

/** Likewise for pictures that admins upload. A small one has files for all widths too, but none wider than the original. */
const uploadAddress = /^\/pictures\/([0-9a-f]{32})-\d+\.webp$/

/** The address of one of our own pictures, usable on its own. */
export const pictureAddress = (name: string, width = 640): string => `/products/${name}-${width}.webp`

/** The name in the address of one of our own pictures; undefined for other addresses. */
export const pictureName = (address: string): string | undefined => ownAddress.exec(address)?.[1]

/** The `srcset` of a picture stored here, in both formats; undefined for any other address. */
export function pictureSources(address: string): { avif: string; webp: string } | undefined {
  const hash = uploadAddress.exec(address)?.[1]
  if (hash) return sourcesOf(`/pictures/${hash}`, widths)
  const [, name, width] = ownAddress.exec(address) ?? []
  if (!name) return undefined
  return sourcesOf(`/products/${name}`, [...new Set([...widths, Number(width)])])
}

function sourcesOf(start: string, all: readonly number[]): { avif: string; webp: string } {
  const set = (type: string) => all.map((width) => `${start}-${width}.${type} ${width}w`).join(', ')
  return { avif: set('avif'), webp: set('webp') }
}

/**
 * The full address of a picture's largest file, for use outside the site; undefined for an address that is not on the web.
 * @param origin of the site, as users see it.
 */
export function pictureUrl(address: string, origin: string): string | undefined {
  const largest = largestPicture(address)
  if (!URL.canParse(largest, origin)) return undefined
  const { protocol, href } = new URL(largest, origin)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** The largest file of a picture stored here; any other address unchanged. */
function largestPicture(address: string): string {
  return pictureSources(address) ? address.replace(/-\d+\.webp$/, `-${Math.max(...widths)}.webp`) : address
}
