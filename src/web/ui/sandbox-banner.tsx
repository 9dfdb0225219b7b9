import type { ReactNode } from 'react'

/** Says that a sandbox is in use: `<SandboxBanner title="Payment sandbox.">No money moves here.</SandboxBanner>` */
export function SandboxBanner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="sandbox-banner" role="note">
      <p className="px-4.5 py-4">
        <strong className="font-semibold">{title}</strong> {children}
      </p>
    </div>
  )
}
