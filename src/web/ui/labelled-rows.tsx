import type { ReactNode } from 'react'

/** Labels and their values, one row each. */
export function LabelledRows({ rows }: { rows: readonly { key: string; label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl>
      {rows.map(({ key, label, value }) => (
        <div key={key} className="labelled-row">
          <dt className="text-ink-2">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
