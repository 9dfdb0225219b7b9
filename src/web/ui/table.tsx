import type { ReactNode } from 'react'
import { ProductPicture } from './product-picture.tsx'

/** A table whose name is for screen readers. Use `<th scope="col">`, and class `number` on columns of figures. */
export function Table({
  caption,
  className = '',
  children,
}: {
  caption: string
  className?: string
  children: ReactNode
}) {
  return (
    <table className={`table ${className}`.trimEnd()}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  )
}

/** The first column of orders and products: picture, name and part number. */
export function ProductCell({ name, img, partNumber }: { name: ReactNode; img: string; partNumber?: string }) {
  return (
    <span className="flex items-center gap-4">
      <ProductPicture src={img} alt="" sizes="76px" className="thumbnail" />
      <span className="min-w-0">
        <span className="display block text-name">{name}</span>
        {partNumber && <span className="label block pt-1 text-ink-3">{partNumber}</span>}
      </span>
    </span>
  )
}
