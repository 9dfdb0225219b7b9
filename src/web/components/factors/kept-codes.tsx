import { useState } from 'react'
import { removeCodes, renewBackupCodes } from '#web/lib/factor-calls.ts'
import { renewToken } from '#web/lib/session.ts'
import { notifySuccess } from '#web/ui/notify.ts'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordAgain } from './password-again.tsx'

type KeptCodesProps = { hasPassword: boolean; onClose: () => void }

export function NewBackupCodes({ hasPassword, onClose }: KeptCodesProps) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <BackupCodes codes={codes} onClose={onClose} />
  return (
    <PasswordAgain
      hasPassword={hasPassword}
      label="Make new ones"
      busyLabel="Making"
      variant="primary"
      onProof={async (proof) => setCodes(await renewBackupCodes(proof))}
      onClose={onClose}
    >
      Your old codes stop working at once.
    </PasswordAgain>
  )
}

export function RemoveCodes({ hasPassword, onClose }: KeptCodesProps) {
  return (
    <PasswordAgain
      hasPassword={hasPassword}
      label="Remove"
      busyLabel="Removing"
      variant="destructive"
      onProof={async (proof) => {
        await removeCodes(proof)
        await renewToken()
        void notifySuccess('You no longer need a code to log in. All other devices are signed out.')
        onClose()
      }}
      onClose={onClose}
    >
      Then your password is enough to log in, for you and anyone who knows it.
    </PasswordAgain>
  )
}
