import type { ReactNode } from 'react'

/** What does not work in a browser that runs no script, said only there. */
export function NeedsScript({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <noscript>
      <p className={`border-l-3 border-warn pl-4 ${className}`.trimEnd()}>{children}</p>
    </noscript>
  )
}
