import { type ReactNode, useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#content/messages.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { YourPassword } from './your-password.tsx'

type Proof = { currentPassword: string }

type PasswordAgainProps = {
  hasPassword: boolean
  children: ReactNode
  label: string
  busyLabel: string
  variant?: 'primary' | 'destructive'
  /** Called with the proof. @throws ApiProblem */
  onProof: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks signed-in users for their password, if they have one, before a change to their login. */
export function PasswordAgain({
  hasPassword,
  children,
  label,
  busyLabel,
  variant,
  onProof,
  onClose,
}: PasswordAgainProps) {
  const form = useForm({ defaultValues: { currentPassword: '' } })
  const { errors, isSubmitting } = form.formState
  const ref = useRef<HTMLFormElement>(null)
  // The dialog opened before this was there.
  useEffect(() => ref.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  const send = form.handleSubmit((proof) => onProof(proof).catch((error: unknown) => showProblem(form, error)))
  return (
    <form ref={ref} method="post" noValidate onSubmit={send} className="grid gap-5">
      <p className="text-ink-2">{children}</p>
      {hasPassword && (
        <YourPassword
          data-first
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: messages.passwordRequired })}
        />
      )}
      <FieldNote id="again-problem" error={errors.root?.message} />
      <div className="mt-1 grid grid-cols-2 gap-3">
        <Button type="submit" variant={variant} busy={isSubmitting} busyLabel={busyLabel}>
          {label}
        </Button>
        <Button variant="outline" data-first={hasPassword ? undefined : true} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
