import { pictureSources } from '#content/picture-address.ts'
import { langOf } from '#shared/language.ts'

type ResponsivePictureProps = {
  src: string
  /** Empty when the name stands beside it. */
  alt: string
  /** How wide it is shown, as the `sizes` of an image. */
  sizes?: string
  /** The picture the reader sees first: fetched before the others. */
  first?: boolean
  /** Height of a picture 1280 wide, 4:3 unless told. */
  height?: number
  className?: string
}

/** A product on its plate. The frame keeps 4:3 and shows the plate until the picture arrives: nothing moves then. */
export function ProductPicture({ className = '', ...picture }: ResponsivePictureProps) {
  return (
    <span className={`picture block ${className}`.trimEnd()}>
      <ResponsivePicture {...picture} />
    </span>
  )
}

/** A picture that is kept here as AVIF or WebP in the size that fits; any other address as it is. */
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
