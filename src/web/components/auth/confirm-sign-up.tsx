import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Login } from '#features/accounts/schema.ts'
import { confirmSignUp } from '#web/lib/account-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { ApiProblem, problemText } from '#web/lib/problem.ts'
import { returnPath } from '#web/lib/return-path.ts'
import { resumeSession } from '#web/lib/session.ts'
import { TextLink } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthSubmit } from './auth-submit.tsx'

type State = { is: 'opening' | 'asking' } | { is: 'refused'; problem: string }

/** Confirms a sign-up and opens the account: at once in the browser that signed up, elsewhere after asking for the password. */
export function ConfirmSignUp({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: 'opening' })
  const open = useOpening(token)
  const asked = useRef(false)
  useEffect(() => {
    // The link works only once: a second request would fail.
    if (asked.current) return
    asked.current = true
    open().catch((error: unknown) =>
      setState(needsPassword(error) ? { is: 'asking' } : { is: 'refused', problem: problemText(error) }),
    )
  }, [open])
  return (
    <AuthFrame title="Your account" lead="This confirms that the address is yours, and opens your account.">
      {state.is === 'opening' && <Spinner label="Opening your account" />}
      {state.is === 'asking' && <PasswordForm open={open} />}
      {state.is === 'refused' && (
        <>
          <FieldNote id="confirm-problem" error={state.problem} />
          <p className="mt-6 text-ink-2">
            <TextLink to="/login">Login</TextLink> or <TextLink to="/signup">sign up again</TextLink>.
          </p>
        </>
      )}
    </AuthFrame>
  )
}

function PasswordForm({ open }: { open: (password: string) => Promise<void> }) {
  const form = useForm({ resolver: zodResolver(Login.pick({ password: true })) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(({ password }) => open(password).catch((error: unknown) => showProblem(form, error)))
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field
        className="field-large"
        label="Password"
        type="password"
        autoComplete="current-password"
        hint="You signed up in another browser: enter the password you chose there."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <AuthSubmit busy={isSubmitting} busyLabel="Opening">
        Open my account
      </AuthSubmit>
      <FieldNote id="confirm-problem" error={errors.root?.message} />
    </form>
  )
}

function useOpening(token: string) {
  const navigate = useNavigate()
  return async (password?: string) => {
    const next = await confirmSignUp(token, password)
    await resumeSession()
    await navigate(returnPath(next, '/tools'), { replace: true })
  }
}

const needsPassword = (error: unknown): boolean =>
  error instanceof ApiProblem && error.extra['code'] === 'PASSWORD_NEEDED'
