import type { ReactNode } from 'react'

type SectionHeadingProps = {
  title: string
  /** A sentence or two below the title. */
  children?: ReactNode
  /** A text link at the right, on the title's line. */
  link?: ReactNode
}

export function SectionHeading({ title, children, link }: SectionHeadingProps) {
  return (
    <div className="inset flex flex-col items-start justify-between gap-x-10 gap-y-4 sm:flex-row sm:items-end">
      <div>
        <h2>{title}</h2>
        {children && <p className="mt-4 max-w-[34em] bg-paper text-ink-2">{children}</p>}
      </div>
      <div className="sm:-mb-1">{link}</div>
    </div>
  )
}
