import { type ReactNode, useId } from 'react'

type SideSectionProps = {
  title: string
  /** A line or two below the title. */
  note?: ReactNode
  children: ReactNode
}

/** A part of a page: its title in columns 1 to 3, its content in 4 to 12, with a line above. */
export function SideSection({ title, note, children }: SideSectionProps) {
  const id = useId()
  return (
    <section className="page" aria-labelledby={id}>
      <div className="side-section">
        <div className="bg-paper">
          <h2 id={id} className="text-[1.625rem] leading-[1.1] wrap-anywhere">
            {title}
          </h2>
          {note && <div className="mt-3 text-small text-ink-2">{note}</div>}
        </div>
        <div className="min-w-0 bg-paper">{children}</div>
      </div>
    </section>
  )
}
