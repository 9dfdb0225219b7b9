import type { ReactNode } from 'react'

/** Says what does not work without script, only in browsers that run none. */
export function NeedsScript({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <noscript>
      <p className={`border-l-3 border-warn pl-4 ${className}`.trimEnd()}>{children}</p>
    </noscript>
  )
}
