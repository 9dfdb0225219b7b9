import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { SessionUser } from './claims.ts'
import { useSession } from './session.ts'

/**
 * Reloads a private page when its user is no longer the one signed in, in this tab or another:
 * its loader then redirects to /login or shows the new user's data.
 */
export function useSessionGuard(loadedFor: SessionUser): void {
  const id = useSession()?.id
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (id !== loadedFor.id) void revalidate()
  }, [id, loadedFor.id, revalidate])
}
