import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasskeyName, type Passkey } from '#features/accounts/schema.ts'
import { PasswordAgain } from '#web/components/factors/password-again.tsx'
import { showProblem } from '#web/lib/form-problem.ts'
import { removePasskey, renamePasskey } from '#web/lib/passkey-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'

type KeptPasskeyProps = { passkey: Passkey; onChanged: () => void; onClose: () => void }

const NewName = z.object({ name: PasskeyName })

export function RenamePasskey({ passkey, onChanged, onClose }: KeptPasskeyProps) {
  const form = useForm({ resolver: zodResolver(NewName), defaultValues: { name: passkey.name } })
  const { setFocus } = form
  const { errors, isSubmitting } = form.formState
  // The dialog opened before this was there.
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])

  async function send({ name }: z.output<typeof NewName>): Promise<void> {
    try {
      await renamePasskey(passkey._id, name)
      void notifySuccess('The passkey was renamed.')
      onChanged()
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5">
      <Field label="Name" error={errors.name?.message} {...form.register('name')} />
      <FieldNote id="rename-problem" error={errors.root?.message} />
      <div className="mt-1 grid grid-cols-2 gap-3">
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving">
          Save name
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function RemovePasskey({
  passkey,
  hasPassword,
  onChanged,
  onClose,
}: KeptPasskeyProps & { hasPassword: boolean }) {
  return (
    <PasswordAgain
      hasPassword={hasPassword}
      label="Remove"
      busyLabel="Removing"
      variant="destructive"
      onProof={async (proof) => {
        await removePasskey(passkey._id, proof)
        void notifySuccess('The passkey was removed. All other devices are signed out.')
        onChanged()
      }}
      onClose={onClose}
    >
      “{passkey.name}” will no longer log you in, and all other devices will be signed out.
    </PasswordAgain>
  )
}
