import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { Password } from '#features/accounts/schema.ts'
import { AuthFrame } from '#web/components/auth/auth-frame.tsx'
import { AuthSubmit } from '#web/components/auth/auth-submit.tsx'
import { resetPassword } from '#web/lib/account-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { linkToken } from '#web/lib/link-token.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { forgetSession } from '#web/lib/session.ts'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export const meta = () => pageMeta('Set a new password', 'Set a new password with the link from our e-mail.')

/** The link's token is known only to the browser, so only the browser can render the page. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

const title = 'Set a new password'
const lead = 'You’ll be signed out on every device, and log in with the new one.'

export function HydrateFallback() {
  return (
    <AuthFrame title={title} lead="This page opens from the link in our e-mail.">
      <div className="noscript:hidden">
        <Spinner />
      </div>
    </AuthFrame>
  )
}

export default function ResetPasswordPage() {
  const [done, setDone] = useState(false)
  // Renders again when another link is opened in the same tab.
  useLocation()
  if (done) return <Done />
  return linkToken() === '' ? <NoLink /> : <NewPassword onDone={() => setDone(true)} />
}

/** The user came without the link from the message, or with only part of it: the form could only fail. */
function NoLink() {
  return (
    <AuthFrame title={title} lead="This page opens from the link in our e-mail.">
      <p className="mb-6">
        If you have that e-mail, open its link again and make sure you copy all of it. If not, ask for a new one.
      </p>
      <ButtonLink to="/forgotpassword" variant="primary" size="large" className="w-full">
        Ask for a new link
      </ButtonLink>
    </AuthFrame>
  )
}

const Choice = z.object({ newPassword: Password })

function NewPassword({ onDone }: { onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(Choice) })
  const { errors, isSubmitting } = form.formState

  async function send({ newPassword }: z.infer<typeof Choice>): Promise<void> {
    try {
      await resetPassword(linkToken(), newPassword)
      forgetSession()
      onDone()
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <AuthFrame title={title} lead={lead}>
      <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5">
        <Field
          className="field-large"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters."
          error={errors.newPassword?.message}
          {...form.register('newPassword')}
        />
        <AuthSubmit busy={isSubmitting} busyLabel="Saving">
          Set password
        </AuthSubmit>
        <FieldNote id="reset-problem" error={errors.root?.message} />
        {errors.root && (
          <p>
            <TextLink to="/forgotpassword">Ask for a new link</TextLink>
          </p>
        )}
      </form>
    </AuthFrame>
  )
}

function Done() {
  return (
    <AuthFrame title={title} lead={lead}>
      <div role="status">
        <p className="mb-6">Your new password is ready to use.</p>
        <ButtonLink to="/login" variant="primary" size="large" className="w-full">
          Login
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}
