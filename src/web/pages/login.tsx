import { zodResolver } from '@hookform/resolvers/zod'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { sessionMessages } from '#content/session.ts'
import { site } from '#content/site.ts'
import { Login } from '#features/accounts/schema.ts'
import { AuthFrame } from '#web/components/auth/auth-frame.tsx'
import { AuthSubmit } from '#web/components/auth/auth-submit.tsx'
import { GoogleButton } from '#web/components/auth/google-button.tsx'
import { SignInProblem } from '#web/components/auth/sign-in-problem.tsx'
import { PasskeyButton } from '#web/components/auth/passkey-button.tsx'
import { useReturnFromGoogle } from '#web/components/auth/use-google.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { returnPath, signInPath } from '#web/lib/return-path.ts'
import { useSessionEnded } from '#web/lib/session.ts'
import { signIn } from '#web/lib/sign-in.ts'
import type { Typed } from '#web/lib/typed-email.ts'
import { useLeaveWhenSignedIn } from '#web/lib/use-leave-when-signed-in.ts'
import { TextLink } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

// Few users are asked for a code: the others do not wait for its form.
const SecondStep = lazy(() =>
  import('#web/components/auth/second-step.tsx').then(({ SecondStep: form }) => ({ default: form })),
)

/** Where to go after the login, and how a visit to Google ended. */
export const handle = { parameters: ['from', 'via', 'error'] }

export const meta = () => pageMeta('Login', `Log in to order from ${site.name}, pay by card and follow your orders.`)

export default function LoginPage() {
  const [query] = useSearchParams()
  const from = query.get('from')
  const { returning, problem } = useReturnFromGoogle()
  const [asked, setAsked] = useState<{ code: boolean; problem?: string }>()
  const asksCode = asked?.code ?? query.get('via') === 'code'
  const ended = useSessionEnded()
  useLeaveWhenSignedIn(returnPath(from))
  if (returning) return <PageSpinner label="Logging in" />
  if (asksCode) {
    return (
      <AuthFrame title="Login" lead="One more step: this account asks for a code.">
        <Suspense fallback={<PageSpinner label="Loading" />}>
          <SecondStep onOver={(over) => setAsked({ code: false, problem: over })} />
        </Suspense>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Login" lead="The tools list, orders and payment need an account.">
      <SignInProblem>{asked?.problem ?? problem ?? (ended ? sessionMessages.ended : undefined)}</SignInProblem>
      <LoginForm onCode={() => setAsked({ code: true })} />
      <GoogleButton page="/login" />
      <PasskeyButton />
      <p className="mt-8 text-ink-2">
        New here? <TextLink to={signInPath('/signup', from)}>Create an account</TextLink>
      </p>
    </AuthFrame>
  )
}

function LoginForm({ onCode }: { onCode: () => void }) {
  const form = useForm({ resolver: zodResolver(Login) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (login) => {
    try {
      if (!(await signIn(login))) onCode()
    } catch (error) {
      showProblem(form, error)
    }
  })
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <Field
          className="field-large"
          label="E-mail"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Field
          className="field-large"
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <AuthSubmit busy={isSubmitting} busyLabel="Logging in">
          Login
        </AuthSubmit>
        <FieldNote id="login-problem" error={errors.root?.message} />
      </form>
      <p className="mt-4">
        <ForgottenPassword email={() => form.getValues('email')} />
      </p>
    </>
  )
}

/** The page starts with the e-mail typed here: read on click, since React may load after the typing. */
function ForgottenPassword({ email }: { email: () => string }) {
  const navigate = useNavigate()
  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate('/forgotpassword', { state: { email: email() } satisfies Typed })
  }
  return (
    <TextLink to="/forgotpassword" onClick={open}>
      Forgot your password?
    </TextLink>
  )
}
