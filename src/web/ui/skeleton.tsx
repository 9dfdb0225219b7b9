/** One block that stands for text or a picture to come: its size comes by class. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />
}

/** A field of a form to come: its label and its box. */
export function SkeletonField() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-2.5 h-4 w-24" />
      <Skeleton className="h-[50px] w-full" />
    </div>
  )
}

/** Rows of a table to come. Say that it loads with a Spinner's words or `role="status"` beside it. */
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
