const bars = [0, 1, 2, 3, 4]

/** Five meter bars that fill in turn, with a label for screen readers. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex items-center gap-4">
      <svg className="spinner" width="112" height="9" viewBox="0 0 112 9" aria-hidden="true">
        {bars.map((bar) => (
          <rect key={bar} x={bar * 23} width="20" height="9" rx="1" />
        ))}
      </svg>
      <span className="label text-ink-2">{label}</span>
    </div>
  )
}

/** The spinner in the place of a page that is loading. */
export function PageSpinner({ label }: { label?: string }) {
  return (
    <div className="page">
      <div className="inset flex min-h-[60vh] items-center">
        <Spinner label={label} />
      </div>
    </div>
  )
}
