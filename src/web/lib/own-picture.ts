import { pictureName } from '#content/picture-address.ts'
import { type Picture, pictures } from '#content/pictures.ts'
import type { Specification } from '#features/catalogue/schema.ts'

/** Details of a product's picture, if it is one of the site's own. */
export type OwnPicture = {
  /** The 3D model it was rendered from. */
  model: string
  /** Where its dimension lines are drawn; undefined when the pictured size differs from the specification. */
  scale: Picture | undefined
}

/** For server loaders: a page needs one picture, and the table of all pictures stays out of the browser bundle. */
export function ownPicture(img: string, specification: Specification): OwnPicture | undefined {
  const model = pictureName(img)
  if (model === undefined || !Object.hasOwn(pictures, model)) return undefined
  const picture = pictures[model]
  return { model, scale: picture && shows(picture, sizeOf(specification)) ? picture : undefined }
}

/** The lengths in millimetres that a specification states as "150 × 86 × 160 mm", in that order; empty if it states none. */
function sizeOf(specification: Specification): readonly number[] {
  const value = specification.rows.find((row) => row.label === 'Size')?.value
  return (value?.match(/[\d.]+/g) ?? []).map(Number)
}

/** Whether a picture shows a body of the stated size, regardless of the order of the three lengths. */
function shows({ size }: Picture, stated: readonly number[]): boolean {
  const sorted = (lengths: readonly number[]) => lengths.toSorted((a, b) => a - b).join()
  return sorted(Object.values(size)) === sorted(stated)
}
