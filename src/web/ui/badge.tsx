import type { ReactNode } from 'react'

export type BadgeProps = { tone?: 'plain' | 'ok' | 'warn' | 'err'; icon?: ReactNode; children: ReactNode }

export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={tone === 'plain' ? 'badge' : `badge badge-${tone}`}>
      {icon}
      {children}
    </span>
  )
}
