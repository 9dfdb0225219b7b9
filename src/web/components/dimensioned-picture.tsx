import { DimensionLines, type Size } from './dimension-lines.tsx'

type DimensionedPictureProps = { src: string; alt: string; size: Size | undefined; className?: string; first?: boolean }

/** A product picture that stands on the page itself, with its real size drawn beside it. */
export function DimensionedPicture({ src, alt, size, className = '', first = false }: DimensionedPictureProps) {
  return (
    <div className={`dimensioned ${className}`.trimEnd()}>
      <img src={src} alt={alt} width={1000} height={750} fetchPriority={first ? 'high' : 'auto'} />
      {size && <DimensionLines src={src} size={size} />}
    </div>
  )
}
