import { useState } from 'react'
import type { Signup } from '#features/accounts/schema.ts'
import { problemText } from '#web/lib/problem.ts'
import { signInPath } from '#web/lib/return-path.ts'
import { signUp } from '#web/lib/sign-in.ts'
import { Button, TextLink } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { AuthFrame } from './auth-frame.tsx'

type SignUpSentProps = { signup: Signup; from: string | null; onChange: () => void }
type State = { is: 'sent' | 'sending' | 'again' } | { is: 'refused'; problem: string }

/** Shown after signing up, if mail is sent. The same for an address that has an account: only the message tells its owner so. */
export function SignUpSent({ signup, from, onChange }: SignUpSentProps) {
  const [state, setState] = useState<State>({ is: 'sent' })
  function sendAgain() {
    setState({ is: 'sending' })
    signUp(signup, from ?? undefined).then(
      () => setState({ is: 'again' }),
      (error: unknown) => setState({ is: 'refused', problem: problemText(error) }),
    )
  }
  return (
    <AuthFrame title="One step left" lead="Open the link we e-mailed you, and you are in.">
      <div role="status">
        <p>
          We sent a message to <strong className="font-semibold wrap-anywhere">{signup.email}</strong>. The link in it
          works for one day, best in this browser.
        </p>
        {state.is === 'again' && <p className="mt-4">We’ve sent it again.</p>}
      </div>
      <p className="mt-4 text-small text-ink-2">Nothing there? Look in your spam folder, or check the address.</p>
      <div className="mt-6 grid gap-3">
        <Button variant="outline" size="large" busy={state.is === 'sending'} busyLabel="Sending" onClick={sendAgain}>
          Send it again
        </Button>
        <Button variant="outline" size="large" onClick={onChange}>
          Change what I typed
        </Button>
      </div>
      <FieldNote id="sent-problem" error={state.is === 'refused' ? state.problem : undefined} />
      <p className="mt-8 text-ink-2">
        Already have an account? <TextLink to={signInPath('/login', from)}>Login</TextLink>
      </p>
    </AuthFrame>
  )
}
