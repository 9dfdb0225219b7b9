import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from './session.ts'

/** Moves on from a sign-in page as soon as somebody is signed in: by its form, before it was opened, or in another tab. */
export function useLeaveWhenSignedIn(target: string): void {
  const signedIn = useSession() !== undefined
  const navigate = useNavigate()
  useEffect(() => {
    if (signedIn) void navigate(target, { replace: true })
  }, [signedIn, target, navigate])
}
