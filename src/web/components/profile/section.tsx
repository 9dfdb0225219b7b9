import type { ReactNode } from 'react'

/** A section of My Profile with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="py-8">
      <h2 className="mb-5 text-h3">{title}</h2>
      {children}
    </div>
  )
}
