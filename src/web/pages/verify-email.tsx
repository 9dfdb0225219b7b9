import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { AuthFrame } from '#web/components/auth/auth-frame.tsx'
import { ConfirmSignUp } from '#web/components/auth/confirm-sign-up.tsx'
import { verifyEmail } from '#web/lib/account-calls.ts'
import { linkToken } from '#web/lib/link-token.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { problemText } from '#web/lib/problem.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export const meta = () => pageMeta('Verify your e-mail', 'Confirm that your e-mail address is yours.')

/** Verifies the e-mail of an account or of a sign-up without one yet. Only the browser knows which: it is in the fragment. */
export default function VerifyEmailPage() {
  // Another link opened in the same tab starts over.
  const { hash } = useLocation()
  const [signUp, setSignUp] = useState('')
  useEffect(() => setSignUp(linkToken('signup')), [hash])
  return signUp ? <ConfirmSignUp key={signUp} token={signUp} /> : <VerifyEmail key={hash} />
}

type Outcome = { state: 'asking' | 'verified' } | { state: 'refused'; problem: string }

function VerifyEmail() {
  const outcome = useVerification()
  return (
    <AuthFrame title="Verify your e-mail" lead="This confirms that the address is yours.">
      {outcome.state === 'asking' && <Spinner label="Verifying" />}
      {outcome.state === 'verified' && (
        <div role="status">
          <p className="mb-6">Your e-mail is verified.</p>
          <ButtonLink to="/tools" variant="primary" size="large" className="w-full">
            See tools and prices
          </ButtonLink>
        </div>
      )}
      {outcome.state === 'refused' && (
        <>
          <FieldNote id="verify-problem" error={outcome.problem} />
          <ButtonLink to="/dashboard/myprofile" variant="primary" size="large" className="mt-6 w-full">
            Send it again from My Profile
          </ButtonLink>
        </>
      )}
    </AuthFrame>
  )
}

function useVerification(): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking' })
  useEffect(() => {
    if (linkToken('signup')) return
    verifyEmail(linkToken()).then(
      () => setOutcome({ state: 'verified' }),
      (error: unknown) => setOutcome({ state: 'refused', problem: problemText(error) }),
    )
  }, [])
  return outcome
}
