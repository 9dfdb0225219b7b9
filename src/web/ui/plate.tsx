import type { ReactNode } from 'react'

type StatProps = {
  label: string
  /** The unit of a drawing, at the right of the label; hidden where both do not fit on one line. */
  note?: string
  className?: string
  children: ReactNode
}

/** One cell of a rating plate: the label above, the figure below. Its class sets its size and borders. */
export function Stat({ label, note, className = '', children }: StatProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <p className={note ? 'label label-row text-ink-3' : 'label text-ink-3'}>
        <span>{label}</span>
        {note && <span>{note}</span>}
      </p>
      {children}
    </div>
  )
}
