import type { ReactNode } from 'react'

/** The title of an admin page, with its actions at the right. */
export function AdminHeading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
      <h1 className="text-h1-quiet">{title}</h1>
      {children}
    </div>
  )
}
