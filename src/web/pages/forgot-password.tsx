import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Login } from '#features/accounts/schema.ts'
import { AuthFrame } from '#web/components/auth/auth-frame.tsx'
import { AuthSubmit } from '#web/components/auth/auth-submit.tsx'
import { MailNote } from '#web/components/auth/mail-note.tsx'
import { requestPasswordReset } from '#web/lib/account-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { useTypedEmail } from '#web/lib/typed-email.ts'
import { TextLink } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'

export const meta = () => pageMeta('Forgotten password', 'Ask for a link to set a new password.')

const Request = Login.pick({ email: true })

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <AuthFrame title="New password" lead="We’ll e-mail you a link to set a new password.">
      {sentTo === undefined ? <RequestForm onSent={setSentTo} /> : <Sent to={sentTo} />}
      <p className="mt-8 text-ink-2">
        Remembered it? <TextLink to="/login">Login</TextLink>
      </p>
    </AuthFrame>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm<z.infer<typeof Request>>({
    resolver: zodResolver(Request),
    defaultValues: { email: useTypedEmail() },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(({ email }) =>
    requestPasswordReset(email).then(
      () => onSent(email),
      (error: unknown) => showProblem(form, error),
    ),
  )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field
        className="field-large"
        label="E-mail"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <AuthSubmit busy={isSubmitting} busyLabel="Sending">
        Send the link
      </AuthSubmit>
      <FieldNote id="forgot-problem" error={errors.root?.message} />
    </form>
  )
}

function Sent({ to }: { to: string }) {
  return (
    <div role="status">
      <p>
        If there is an account for <strong className="font-semibold wrap-anywhere">{to}</strong>, we have sent a message
        with a link. It works once, within one hour.
      </p>
      <MailNote />
    </div>
  )
}
