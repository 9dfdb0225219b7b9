/** One block that stands for text or a picture to come: its size comes by class. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />
}

/** A tool card to come, in its very geometry. */
export function SkeletonCard() {
  return (
    <div className="p-5" aria-hidden="true">
      <Skeleton className="aspect-4/3 w-full" />
      <Skeleton className="mt-5 h-6 w-[70%]" />
      <Skeleton className="mt-3 h-3 w-[36%]" />
      <Skeleton className="mt-5 h-3.5 w-[94%]" />
      <Skeleton className="mt-2.5 h-3.5 w-[60%]" />
      <Skeleton className="mt-6 h-17 w-full" />
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
