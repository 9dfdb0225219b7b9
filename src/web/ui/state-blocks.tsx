import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type EmptyStateProps = {
  title: string
  /** What will appear here, and how. */
  children: ReactNode
  /** The next step, a primary ButtonLink or Button. */
  action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <div>
        <h2 className="pb-2 text-h3">{title}</h2>
        <p className="max-w-[34em] text-ink-2">{children}</p>
      </div>
      {action}
    </div>
  )
}

/** A list that did not load: one sentence and a way to try again. */
export function ErrorState({
  children,
  onRetry,
  busy = false,
}: {
  children: ReactNode
  onRetry: () => void
  busy?: boolean
}) {
  return (
    <div className="state state-error" role="alert">
      <p className="flex items-baseline gap-3">
        <CircleAlert className="flex-none translate-y-[3px]" size={18} strokeWidth={1.75} aria-hidden />
        {children}
      </p>
      <Button variant="outline" size="small" busy={busy} busyLabel="Retrying" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
