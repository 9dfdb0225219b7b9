import { ResponsivePicture } from '#web/ui/product-picture.tsx'
import { DimensionLines } from './dimension-lines.tsx'

type DimensionedPictureProps = {
  src: string
  alt: string
  /** The lengths its specification states, in millimetres. */
  size: readonly number[] | undefined
  className?: string
  sizes?: string
  first?: boolean
}

/** A product picture that stands on the page itself, with its real size drawn beside it. */
export function DimensionedPicture({ size, className = '', ...picture }: DimensionedPictureProps) {
  return (
    <div className={`dimensioned ${className}`.trimEnd()}>
      <ResponsivePicture sizes="(min-width: 1000px) 55vw, 100vw" {...picture} />
      {size && <DimensionLines src={picture.src} stated={size} />}
    </div>
  )
}
