import { Suspense, type ReactNode } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { problemText } from '#web/lib/problem.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/state-blocks.tsx'

type AsyncListProps<Value> = {
  promise: Promise<Value>
  /** What is being loaded, in the plural: "products". */
  what: string
  /** Shown while loading; rows by default. */
  skeleton?: ReactNode
  children: (value: Value) => ReactNode
}

/** A list that is still loading: its skeleton, then the list, or an error message with Retry. */
export function AsyncList<Value>({ promise, what, skeleton, children }: AsyncListProps<Value>) {
  return (
    <Suspense fallback={<Loading what={what}>{skeleton ?? <SkeletonRows rows={8} />}</Loading>}>
      <Await resolve={promise} errorElement={<Failed what={what} />}>
        {children}
      </Await>
    </Suspense>
  )
}

function Loading({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">Loading the {what}</span>
      {children}
    </div>
  )
}

function Failed({ what }: { what: string }) {
  const error = useAsyncError()
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorState onRetry={() => void revalidate()} busy={state === 'loading'}>
      The {what} did not load. {problemText(error)}
    </ErrorState>
  )
}
