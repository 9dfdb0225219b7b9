/** The widths that scripts/pictures makes of every picture, and the shop of every upload. */
const widths = [320, 640, 1280]

/** Our own pictures stand at `/products/NAME-WIDTH.webp`, with an AVIF beside each. */
const ownAddress = /^\/products\/([\w-]+)-(\d+)\.webp$/

/** So do the pictures that admins upload. One that is small has all widths too: its file is then no wider than it was. */
const uploadAddress = /^\/pictures\/([0-9a-f]{32})-\d+\.webp$/

/** The address of one of our own pictures that works by itself. */
export const pictureAddress = (name: string, width = 640): string => `/products/${name}-${width}.webp`

/** The name in the address of one of our own pictures, else undefined. */
export const pictureName = (address: string): string | undefined => ownAddress.exec(address)?.[1]

/** The `srcset` of a picture that is kept here, in both formats; undefined for any other address. */
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
 * Where the largest file of a picture is for who shows it elsewhere; undefined for an address that leads nowhere on the web.
 * @param origin of the site, as users see it.
 */
export function pictureUrl(address: string, origin: string): string | undefined {
  const largest = largestPicture(address)
  if (!URL.canParse(largest, origin)) return undefined
  const { protocol, href } = new URL(largest, origin)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** The largest file of a picture that is kept here; any other address as it is. */
function largestPicture(address: string): string {
  return pictureSources(address) ? address.replace(/-\d+\.webp$/, `-${Math.max(...widths)}.webp`) : address
}
