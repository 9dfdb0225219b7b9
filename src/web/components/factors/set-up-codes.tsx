import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { beginCodes, showCode, type NewCodes } from '#web/lib/factor-calls.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { renewToken } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordAgain } from './password-again.tsx'
import { QrCode } from './qr-code.tsx'

type SetUpCodesProps = { hasPassword: boolean; onClose: () => void }

/** Three steps: the password, the QR code with a first code from the app, and the backup codes. */
export function SetUpCodes({ hasPassword, onClose }: SetUpCodesProps) {
  const [codes, setCodes] = useState<NewCodes>()
  const [isOn, setIsOn] = useState(false)
  if (!codes) {
    return (
      <PasswordAgain
        hasPassword={hasPassword}
        label="Continue"
        busyLabel="Checking"
        variant="primary"
        onProof={async (proof) => setCodes(await beginCodes(proof))}
        onClose={onClose}
      >
        You need an app for one-time codes on your phone, such as Aegis, 2FAS or Google Authenticator.
      </PasswordAgain>
    )
  }
  if (isOn) return <BackupCodes codes={codes.backupCodes} onClose={onClose} />
  return <FirstCode uri={codes.uri} onRight={() => setIsOn(true)} />
}

function FirstCode({ uri, onRight }: { uri: string; onRight: () => void }) {
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const secret = new URL(uri).searchParams.get('secret') ?? ''

  async function send({ code }: { code: string }): Promise<void> {
    try {
      await showCode(code)
      // The code started a new session.
      await renewToken()
      onRight()
    } catch (error) {
      showProblem(form, error)
    }
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5">
      <p className="text-ink-2">Scan this with the app, or type the key into it. Then type the code that it shows.</p>
      <QrCode text={uri} label="QR code to scan with the app" />
      <p>
        <span className="field-label">Key</span>
        <code className="font-mono break-all select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Field
        label="First code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- What had the focus went with the step before.
        autoFocus
        error={errors.code?.message}
        {...form.register('code')}
      />
      <FieldNote id="first-code-problem" error={errors.root?.message} />
      <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Checking">
        Turn on
      </Button>
    </form>
  )
}
