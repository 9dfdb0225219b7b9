import type { ReactNode } from 'react'

/** A page with a single message: the title at the left, a sentence and the next step at the right. */
export function StatusPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="page">
      <div className="inset columns items-end gap-y-6 py-18 lg:py-24">
        <h1 className="col-span-12 lg:col-span-6">{title}</h1>
        <div className="col-span-12 lg:col-span-5 lg:col-start-8">
          <p className="mb-7 max-w-[30em] bg-paper text-[1.125rem] leading-relaxed text-ink-2">{text}</p>
          {children}
        </div>
      </div>
    </div>
  )
}
