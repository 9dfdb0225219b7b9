import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Password } from '#features/accounts/schema.ts'
import { AuthFrame } from '#web/components/auth/auth-frame.tsx'
import { resetPassword } from '#web/lib/account-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { linkToken } from '#web/lib/link-token.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { forgetSession } from '#web/lib/session.ts'
import { Button, ButtonLink, TextLink } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'

export const meta = () => pageMeta('Set a new password', 'Set a new password with the link from our message.')

const NewPassword = z.object({ newPassword: Password })

export default function ResetPasswordPage() {
  const [done, setDone] = useState(false)
  return (
    <AuthFrame title="Set a new password" lead="It signs you out everywhere, and you log in with it.">
      {done ? <Done /> : <NewPasswordForm onDone={() => setDone(true)} />}
    </AuthFrame>
  )
}

function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(NewPassword) })
  const { errors, isSubmitting } = form.formState

  async function send({ newPassword }: z.infer<typeof NewPassword>): Promise<void> {
    try {
      await resetPassword(linkToken(), newPassword)
      forgetSession()
      onDone()
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5">
      <Field
        className="field-large"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="6 characters or more."
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <Button type="submit" look="primary" size="large" className="w-full" busy={isSubmitting} busyLabel="Setting it">
        Set password
      </Button>
      <FieldNote id="reset-problem" error={errors.root?.message} />
      {errors.root && (
        <p>
          <TextLink to="/forgotpassword">Ask for a new link</TextLink>
        </p>
      )}
    </form>
  )
}

function Done() {
  return (
    <div role="status">
      <p className="mb-6">Your new password is set.</p>
      <ButtonLink to="/login" look="primary" size="large" className="w-full">
        Login
      </ButtonLink>
    </div>
  )
}
