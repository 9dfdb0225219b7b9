import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { googleMessages } from '#content/google.ts'
import { beginGoogle } from '#web/lib/account-calls.ts'
import { googleProblem } from '#web/lib/google-problem.ts'
import { problemText } from '#web/lib/problem.ts'
import { resumeSession } from '#web/lib/session.ts'

/** A page that is still here after this long may never leave for Google. */
const mostWaitMs = 10_000

/** A button that leaves for Google: `go` sends the browser there, `problem` says why it is still here. */
export function useGoogle(kind: 'sign-in' | 'connect', goals: { success: string; failure: string }) {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const here = new AbortController()
    const takeBack = () => setBusy(false)
    // Coming back restores the page as it was left; a user who stopped the browser or waits in vain never left it.
    addEventListener('pageshow', takeBack, { signal: here.signal })
    const timer = setTimeout(takeBack, mostWaitMs)
    return () => {
      here.abort()
      clearTimeout(timer)
    }
  }, [busy])
  const [problem, setProblem] = useState<string>()

  async function go(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      window.location.assign(await beginGoogle(kind, goals))
    } catch (error) {
      setProblem(problemText(error))
      setBusy(false)
    }
  }
  return { go, busy, problem }
}

/** For a sign-in page that Google may return to: resumes the session, or says what went wrong. */
export function useReturnFromGoogle(): { returning: boolean; problem: string | undefined } {
  const [query] = useSearchParams()
  const [failure, setFailure] = useState<string>()
  const error = query.get('error')
  const arrived = query.get('via') === 'google' && error === null
  useEffect(() => {
    if (arrived) resumeSession(googleMessages.refused).catch((cause: unknown) => setFailure(problemText(cause)))
  }, [arrived])
  return { returning: arrived && failure === undefined, problem: failure ?? googleProblem(error) }
}
