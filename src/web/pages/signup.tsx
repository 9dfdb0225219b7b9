import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { site } from '#content/site.ts'
import { Signup } from '#features/accounts/schema.ts'
import { AuthFrame } from '#web/components/auth/auth-frame.tsx'
import { AuthSubmit } from '#web/components/auth/auth-submit.tsx'
import { GoogleButton } from '#web/components/auth/google-button.tsx'
import { SignInProblem } from '#web/components/auth/sign-in-problem.tsx'
import { SignUpSent } from '#web/components/auth/sign-up-sent.tsx'
import { useReturnFromGoogle } from '#web/components/auth/use-google.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { useKeptTyping, userOrAnyone } from '#web/lib/kept-typing.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { returnPath, signInPath } from '#web/lib/return-path.ts'
import { signUp } from '#web/lib/sign-in.ts'
import { useLeaveWhenSignedIn } from '#web/lib/use-leave-when-signed-in.ts'
import { TextLink } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** Where to go after signing up, and how a visit to Google ended. */
export const handle = { parameters: ['from', 'via', 'error'] }

export const meta = () => pageMeta('Sign up', `One account with ${site.name} for your orders, payments and reviews.`)

export default function SignupPage() {
  const from = useSearchParams()[0].get('from')
  const { returning, problem } = useReturnFromGoogle()
  useLeaveWhenSignedIn(returnPath(from, '/tools'))
  const [sent, setSent] = useState<Signup>()
  const [typed, setTyped] = useState<Signup>()
  if (returning) return <PageSpinner label="Signing up" />
  if (sent) {
    const change = () => {
      setTyped(sent)
      setSent(undefined)
    }
    return <SignUpSent signup={sent} from={from} onChange={change} />
  }
  return (
    <AuthFrame title="Sign up" lead="One account for your orders, payments and reviews.">
      <SignInProblem>{problem}</SignInProblem>
      <SignupForm typed={typed} from={from} onSent={setSent} />
      <GoogleButton page="/signup" />
      <p className="mt-8 text-ink-2">
        Already have an account? <TextLink to={signInPath('/login', from)}>Login</TextLink>
      </p>
    </AuthFrame>
  )
}

type FormProps = { typed: Signup | undefined; from: string | null; onSent: (signup: Signup) => void }

function SignupForm({ typed, from, onSent }: FormProps) {
  const form = useForm({ resolver: zodResolver(Signup), ...(typed && { defaultValues: typed }) })
  const { errors, isSubmitting } = form.formState
  const discard = useKeptTyping('sign-up', form, { who: userOrAnyone, only: ['name', 'email'], rendered: {} })
  const submit = form.handleSubmit((signup) =>
    signUp(signup, from ?? undefined).then(
      (began) => {
        discard()
        return began || onSent(signup)
      },
      (error: unknown) => showProblem(form, error),
    ),
  )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field
        className="field-large"
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
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
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <AuthSubmit busy={isSubmitting} busyLabel="Creating your account">
        Sign up
      </AuthSubmit>
      <FieldNote id="signup-problem" error={errors.root?.message} />
    </form>
  )
}
