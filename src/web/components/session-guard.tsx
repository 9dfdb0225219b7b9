import type { SessionUser } from '#web/lib/claims.ts'
import { useSessionGuard } from '#web/lib/use-session-guard.ts'

/** `useSessionGuard` as a component, for a page that is private only for some users. */
export function SessionGuard({ user }: { user: SessionUser }) {
  useSessionGuard(user)
  return null
}
