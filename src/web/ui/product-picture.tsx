import { pictureSources } from '#content/picture-address.ts'
import { langOf } from '#shared/language.ts'

type ResponsivePictureProps = {
  src: string
  /** Empty when the name stands beside it. */
  alt: string
  /** The width it is shown at, as in an image's `sizes`. */
  sizes?: string
  /** The picture the reader sees first: fetched before the others. */
  first?: boolean
  /** The height of the picture at a width of 1280; 4:3 by default. */
  height?: number
  className?: string
}

/** A product on its plate. The frame keeps 4:3 and shows the plate until the picture arrives, so that nothing moves. */
export function ProductPicture({ className = '', ...picture }: ResponsivePictureProps) {
  return (
    <span className={`picture block ${className}`.trimEnd()}>
      <ResponsivePicture {...picture} />
    </span>
  )
}

/** A picture stored here, as AVIF or WebP in the size that fits; any other address is used as it is. */
export function ResponsivePicture({
  src,
  alt,
  sizes = '(min-width: 1000px) 420px, (min-width: 600px) 50vw, 100vw',
  first = false,
  height = 960,
  className,
}: ResponsivePictureProps) {
  const sources = pictureSources(src)
  const image = (
    <img
      className={className}
      src={src}
      alt={alt}
      lang={langOf(alt)}
      width={1280}
      height={height}
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
    />
  )
  if (!sources) return image
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      {image}
    </picture>
  )
}
