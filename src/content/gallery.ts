/** The views of a product picture, itself first, for those that have more than one. */
const views: Readonly<Record<string, readonly string[]>> = {
  '/products/atx.webp': ['/products/atx.webp', '/products/atx-b.webp', '/products/atx-c.webp', '/products/atx-d.webp'],
}

export function galleryOf(img: string): readonly string[] {
  return views[img] ?? [img]
}
