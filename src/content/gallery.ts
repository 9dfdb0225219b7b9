import { pictureAddress, pictureName } from './picture-address.ts'

/** The products whose picture has three more views, `NAME-2` to `NAME-4`, in public/products. */
const withViews: readonly string[] = ['wx850', 'sx600', 'gn65', 'tc5', 'mc2', 'af120', 'ct6']

/** The views of a product's picture, the picture itself first. */
export function galleryOf(img: string): readonly string[] {
  const name = pictureName(img)
  if (!name || !withViews.includes(name)) return [img]
  return [img, ...[2, 3, 4].map((view) => pictureAddress(`${name}-${view}`))]
}
