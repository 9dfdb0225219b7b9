import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Password, type Profile } from '#features/accounts/schema.ts'
import { MailNote } from '#web/components/auth/mail-note.tsx'
import { changePassword, requestPasswordReset } from '#web/lib/account-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { renewToken } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

const Passwords = z.object({ currentPassword: Password, newPassword: Password })

export function PasswordSection({ profile }: { profile: Profile }) {
  return (
    <Section title="Password">
      {profile.hasPassword ? <ChangePassword /> : <FirstPassword email={profile.email} />}
    </Section>
  )
}

function ChangePassword() {
  const form = useForm({ resolver: zodResolver(Passwords) })
  const { errors, isSubmitting } = form.formState

  async function change({ currentPassword, newPassword }: z.infer<typeof Passwords>): Promise<void> {
    try {
      await changePassword(currentPassword, newPassword)
      await renewToken()
      form.reset()
      void notifySuccess('Your password was changed. All other devices are signed out.')
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(change)} className="grid gap-5">
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters. All other devices will be signed out."
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <Button type="submit" className="justify-self-start" busy={isSubmitting} busyLabel="Changing">
        Change password
      </Button>
      <FieldNote id="password-problem" error={errors.root?.message} />
    </form>
  )
}

function FirstPassword({ email }: { email: string }) {
  const { run, busy, done, problem } = useAction(() => requestPasswordReset(email))
  return (
    <>
      <p className="mb-5 text-ink-2">You log in with Google. To log in with a password as well, set one by e-mail.</p>
      <Button variant="outline" busy={busy} busyLabel="Sending" onClick={run}>
        Send me a link
      </Button>
      <FieldNote id="first-password-problem" error={problem} />
      {done && (
        <div role="status">
          <p className="mt-4">We’ve sent you an e-mail. The link in it works for one hour.</p>
          <MailNote />
        </div>
      )}
    </>
  )
}
