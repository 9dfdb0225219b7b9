import type { ReactNode } from 'react'

type PageHeadingProps = { title: string; children: ReactNode; action?: ReactNode }

/** The opening of a page: its title, a sentence or two below, and what to do here. */
export function PageHeading({ title, children, action }: PageHeadingProps) {
  return (
    <div className="page">
      <div className="inset pt-12 pb-14 lg:pt-18 lg:pb-20">
        <h1 className="max-w-[15em] wrap-anywhere">{title}</h1>
        <p className="mt-6 max-w-[34em] bg-paper text-[1.125rem] leading-normal text-ink-2 sm:text-lead">{children}</p>
        {action && <div className="mt-8">{action}</div>}
      </div>
    </div>
  )
}
