/** A placeholder for text or a picture that is still loading: its class sets its size. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />
}

/** A placeholder for a form field: its label and its box. */
export function SkeletonField() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-2.5 h-4 w-24" />
      <Skeleton className="h-[50px] w-full" />
    </div>
  )
}

/** Placeholder table rows. Announce the loading beside it, with a Spinner's label or `role="status"`. */
export function SkeletonRows({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="flex items-center gap-4 border-b border-line py-3.5" aria-hidden="true">
      <Skeleton className="thumbnail" />
      <Skeleton className="h-5 w-[28%]" />
      <Skeleton className="ml-auto h-4 w-[16%]" />
      <Skeleton className="h-4 w-[12%]" />
    </div>
  ))
}
