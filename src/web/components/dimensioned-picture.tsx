import type { Picture } from '#content/pictures.ts'
import { ResponsivePicture } from '#web/ui/product-picture.tsx'
import { DimensionLines } from './dimension-lines.tsx'

type DimensionedPictureProps = {
  src: string
  alt: string
  /** Where to draw the dimension lines; without it, there are none. */
  scale: Picture | undefined
  className?: string
  sizes?: string
  first?: boolean
}

/** A product picture placed directly on the page, with its real size drawn beside it. */
export function DimensionedPicture({ scale, className = '', ...picture }: DimensionedPictureProps) {
  return (
    <div className={`dimensioned ${className}`.trimEnd()}>
      <ResponsivePicture sizes="(min-width: 1000px) 55vw, 100vw" {...picture} />
      {scale && <DimensionLines picture={scale} />}
    </div>
  )
}
