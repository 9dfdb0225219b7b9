type ProductPictureProps = {
  src: string
  /** Empty when the name stands beside it. */
  alt: string
  className?: string
  /** The picture the reader sees first: fetched before the others. */
  first?: boolean
}

/** A product on its plate. The frame keeps 4:3, so that nothing moves when the picture arrives. */
export function ProductPicture({ src, alt, className = '', first = false }: ProductPictureProps) {
  return (
    <span className={`picture block ${className}`.trimEnd()}>
      <img
        src={src}
        alt={alt}
        width={880}
        height={660}
        decoding="async"
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
      />
    </span>
  )
}
