import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasskeyName, Password } from '#features/accounts/schema.ts'
import { YourPassword } from '#web/components/factors/your-password.tsx'
import { showProblem } from '#web/lib/form-problem.ts'
import { addPasskey } from '#web/lib/passkey-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'

const Proved = z.object({ name: PasskeyName, currentPassword: Password })
const Unproved = z.object({ name: PasskeyName, currentPassword: z.string() })

type AddPasskeyProps = { hasPassword: boolean; onChanged: () => void; onClose: () => void }

/** Asks for a name and the password, then opens the browser’s own prompt. If that is closed, what was typed stays. */
export function AddPasskey({ hasPassword, onChanged, onClose }: AddPasskeyProps) {
  const resolver = zodResolver(hasPassword ? Proved : Unproved)
  const form = useForm({ resolver, defaultValues: { name: '', currentPassword: '' } })
  const { setFocus } = form
  const { errors, isSubmitting } = form.formState
  // The dialog opened before this was there.
  useEffect(() => setFocus('name'), [setFocus])

  async function send(passkey: z.output<typeof Proved>): Promise<void> {
    try {
      await addPasskey(passkey)
      void notifySuccess('The passkey was added.')
      onChanged()
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5">
      <p className="text-ink-2">
        Your browser will ask where to keep it: on this device, your phone or a security key.
      </p>
      <Field
        label="Name"
        hint="To recognise it later, such as Work laptop."
        error={errors.name?.message}
        {...form.register('name')}
      />
      {hasPassword && <YourPassword error={errors.currentPassword?.message} {...form.register('currentPassword')} />}
      <FieldNote id="passkey-problem" error={errors.root?.message} />
      <div className="mt-1 grid grid-cols-2 gap-3">
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Adding">
          Continue
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
