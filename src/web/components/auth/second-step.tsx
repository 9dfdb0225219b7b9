import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { isOver, showBackupCode, showCode } from '#web/lib/factor-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { problemText } from '#web/lib/problem.ts'
import { resumeSession } from '#web/lib/session.ts'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { AuthSubmit } from './auth-submit.tsx'

const kinds = {
  code: {
    label: 'One-time code',
    hint: 'Six digits, from the app on your phone.',
    show: showCode,
    other: 'Use a backup code instead',
  },
  backup: {
    label: 'Backup code',
    hint: 'One of the ten you saved. It works once.',
    show: showBackupCode,
    other: 'Use a one-time code instead',
  },
} as const

type SecondStepProps = {
  /** Called when the login has to start over, with the reason. */
  onOver: (problem?: string) => void
}

/** The second step of a login: a code from the app, or a backup code if the app is lost. */
export function SecondStep({ onOver }: SecondStepProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('code')
  const { label, hint, show, other } = kinds[kind]
  const form = useForm({ defaultValues: { code: '' } })
  const { setFocus, reset } = form
  const { errors, isSubmitting } = form.formState
  // The focused element disappeared with the previous step.
  useEffect(() => setFocus('code'), [setFocus, kind])

  async function send({ code }: { code: string }): Promise<void> {
    try {
      await show(code)
      await resumeSession()
    } catch (error) {
      if (isOver(error)) onOver(problemText(error))
      else showProblem(form, error)
    }
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5">
      <Field
        key={kind}
        className="field-large"
        label={label}
        hint={hint}
        inputMode={kind === 'code' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <AuthSubmit busy={isSubmitting} busyLabel="Logging in">
        Login
      </AuthSubmit>
      <FieldNote id="code-problem" error={errors.root?.message} />
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
        <button
          type="button"
          className="text-link"
          onClick={() => {
            reset()
            setKind(kind === 'code' ? 'backup' : 'code')
          }}
        >
          {other}
        </button>
        <button type="button" className="text-link" onClick={() => onOver()}>
          Start again
        </button>
      </div>
    </form>
  )
}
