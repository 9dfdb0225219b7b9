/** The widths that scripts/pictures makes of every picture. */
const widths = [320, 640, 1280]

/** Our own pictures stand at `/products/NAME-WIDTH.webp`, with an AVIF beside each. */
const ownAddress = /^\/products\/([\w-]+)-(\d+)\.webp$/

/** The address of one of our own pictures that works by itself. */
export const pictureAddress = (name: string, width = 640): string => `/products/${name}-${width}.webp`

/** The name in the address of one of our own pictures, else undefined. */
export const pictureName = (address: string): string | undefined => ownAddress.exec(address)?.[1]

/** The `srcset` of one of our own pictures in both formats; undefined for any other address. */
export function pictureSources(address: string): { avif: string; webp: string } | undefined {
  const [, name, width] = ownAddress.exec(address) ?? []
  if (!name) return undefined
  const all = [...new Set([...widths, Number(width)])]
  const set = (type: string) => all.map((each) => `/products/${name}-${each}.${type} ${each}w`).join(', ')
  return { avif: set('avif'), webp: set('webp') }
}
