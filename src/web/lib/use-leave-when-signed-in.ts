import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { settleSession, useSession } from './session.ts'

/** Leaves a sign-in page as soon as somebody is signed in: by its form, before it was opened, or in another tab. */
export function useLeaveWhenSignedIn(target: string): void {
  const signedIn = useSession() !== undefined
  const navigate = useNavigate()
  useEffect(() => {
    let here = true
    async function leave(): Promise<void> {
      // A token left from an ended session does not count: its owner must be able to log in again.
      const user = await settleSession()
      if (here && user) await navigate(target, { replace: true })
    }
    if (signedIn) void leave()
    return () => {
      here = false
    }
  }, [signedIn, target, navigate])
}
