import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { SessionUser } from './claims.ts'
import { useSession } from './session.ts'

/**
 * Loads a private page again when its user is no longer the one signed in, in this tab or another:
 * its loader then leads to /login, or shows what belongs to the new user.
 */
export function useSessionGuard(loadedFor: SessionUser): void {
  const id = useSession()?.id
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (id !== loadedFor.id) void revalidate()
  }, [id, loadedFor.id, revalidate])
}
