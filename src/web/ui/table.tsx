import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { langOf } from '#shared/language.ts'
import { ProductPicture } from './product-picture.tsx'
import { Unbroken } from './unbroken.tsx'

/** A table with a caption for screen readers. Use `<th scope="col">`, and class `number` on columns of figures. */
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

type ProductCellProps = {
  name: string
  /** The link of the name. */
  link?: Pick<LinkProps, 'to' | 'state'>
  img: string
  partNumber?: string
}

/** The first column of orders and products: picture, name and part number. */
export function ProductCell({ name, link, img, partNumber }: ProductCellProps) {
  const words = <Unbroken>{name}</Unbroken>
  return (
    <span className="flex items-center gap-4">
      <ProductPicture src={img} alt="" sizes="76px" className="thumbnail" />
      <span className="min-w-0">
        <span className="display block text-name" lang={langOf(name)}>
          {link ? (
            <Link {...link} className="hover:underline">
              {words}
            </Link>
          ) : (
            words
          )}
        </span>
        {partNumber && <span className="label block pt-1 text-ink-3">{partNumber}</span>}
      </span>
    </span>
  )
}
