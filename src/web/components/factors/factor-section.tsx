import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Profile } from '#features/accounts/schema.ts'
import { Section } from '#web/components/profile/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

// Drawing the QR code takes more script than the rest of the page.
const SetUpCodes = lazy(() => import('./set-up-codes.tsx').then(({ SetUpCodes: steps }) => ({ default: steps })))
const NewBackupCodes = lazy(() => import('./kept-codes.tsx').then((module) => ({ default: module.NewBackupCodes })))
const RemoveCodes = lazy(() => import('./kept-codes.tsx').then((module) => ({ default: module.RemoveCodes })))

const dialogs = {
  'set-up': { title: 'Set up one-time codes', Content: SetUpCodes },
  renew: { title: 'New backup codes', Content: NewBackupCodes },
  remove: { title: 'Remove one-time codes?', Content: RemoveCodes },
} as const

/** The second factor: one-time codes besides the password. */
export function FactorSection({ profile }: { profile: Profile }) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ what: keyof typeof dialogs }>()
  const { title, Content } = dialogs[open?.what ?? 'set-up']
  const choose = (what: keyof typeof dialogs) => setOpen({ what })
  function close() {
    // A call of a dialog closed meanwhile must not close the one that is open now.
    setOpen((now) => (now === open ? undefined : now))
    void revalidate()
  }
  return (
    <Section title="Second factor">
      {profile.hasCodes ? <CodesAreOn onChoose={choose} /> : <NoCodesYet profile={profile} onSetUp={choose} />}
      <Dialog title={title} isOpen={open !== undefined} onClose={close}>
        <Suspense fallback={<Spinner />}>
          <Content hasPassword={profile.hasPassword} onClose={close} />
        </Suspense>
      </Dialog>
    </Section>
  )
}

type NoCodesYetProps = { profile: Profile; onSetUp: (dialog: 'set-up') => void }

function NoCodesYet({ profile: { emailVerified }, onSetUp }: NoCodesYetProps) {
  return (
    <>
      <p className="mb-5 text-ink-2">
        A code from an app on your phone, asked for after your password. Knowing your password is then not enough to get
        in.
      </p>
      {emailVerified ? (
        <Button variant="outline" onClick={() => onSetUp('set-up')}>
          Set up one-time codes
        </Button>
      ) : (
        <p>Verify your e-mail first: it is where we tell you when somebody changes how you log in.</p>
      )}
    </>
  )
}

function CodesAreOn({ onChoose }: { onChoose: (dialog: 'renew' | 'remove') => void }) {
  return (
    <>
      <Badge tone="ok" icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
        One-time codes are on
      </Badge>
      <p className="mt-4 mb-5 text-ink-2">Each login asks for a code from your app, or for one of your backup codes.</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => onChoose('renew')}>
          New backup codes
        </Button>
        <Button variant="outline" onClick={() => onChoose('remove')}>
          Remove
        </Button>
      </div>
    </>
  )
}
