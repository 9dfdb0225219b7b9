import { pictureName } from '#content/picture-address.ts'
import { type Picture, pictures } from '#content/pictures.ts'
import type { Specification } from '#features/catalogue/schema.ts'

/** What is known of a product's picture when it is one of ours. */
export type OwnPicture = {
  /** The model that it was made of. */
  model: string
  /** Where its dimension lines are drawn; undefined where it shows something else than the specification states. */
  scale: Picture | undefined
}

/** For loaders on the server: a page needs one of these, and the table of all of them stays out of the browser. */
export function ownPicture(img: string, specification: Specification): OwnPicture | undefined {
  const model = pictureName(img)
  if (model === undefined || !Object.hasOwn(pictures, model)) return undefined
  const picture = pictures[model]
  return { model, scale: picture && shows(picture, sizeOf(specification)) ? picture : undefined }
}

/** The lengths in millimetres that a specification states as "150 × 86 × 160 mm", in its order; none where it does not. */
function sizeOf(specification: Specification): readonly number[] {
  const value = specification.rows.find((row) => row.label === 'Size')?.value
  return (value?.match(/[\d.]+/g) ?? []).map(Number)
}

/** Whether a picture shows a body of that size, whatever the order the three lengths are stated in. */
function shows({ size }: Picture, stated: readonly number[]): boolean {
  const sorted = (lengths: readonly number[]) => lengths.toSorted((a, b) => a - b).join()
  return sorted(Object.values(size)) === sorted(stated)
}
