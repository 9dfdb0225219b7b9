import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Passkey, Profile } from '#features/accounts/schema.ts'
import { Section } from '#web/components/profile/section.tsx'
import { useHasPasskeys } from '#web/lib/has-passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Spinner } from '#web/ui/spinner.tsx'

// These are rarely opened, so the page does not wait for them.
const AddPasskey = lazy(() => import('./add-passkey.tsx').then((module) => ({ default: module.AddPasskey })))
const RenamePasskey = lazy(() => import('./kept-passkey.tsx').then((module) => ({ default: module.RenamePasskey })))
const RemovePasskey = lazy(() => import('./kept-passkey.tsx').then((module) => ({ default: module.RemovePasskey })))

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

const titles = { add: 'Add a passkey', rename: 'Rename the passkey', remove: 'Remove this passkey?' } as const

/** The passkeys: login by finger, face or PIN, without the password. */
export function PasskeySection({ profile, passkeys }: { profile: Profile; passkeys: Passkey[] }) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>()
  const own = useRef<HTMLDivElement>(null)
  // A call of a dialog closed meanwhile must not close the one that is open now.
  const close = () => setOpen((now) => (now === open ? undefined : now))
  const isChanging = useRef(false)
  function change() {
    close()
    isChanging.current = true
    void revalidate()
  }
  // The change may have removed or moved the focused element.
  useEffect(() => {
    if (isChanging.current) own.current?.focus()
    isChanging.current = false
  }, [passkeys])
  return (
    <Section title="Passkeys">
      <p className="mb-5 text-ink-2">
        Log in with your fingerprint, your face or your device’s PIN: no password, no code.
      </p>
      <div ref={own} tabIndex={-1} role="group" aria-label="Your passkeys">
        {passkeys.length > 0 && (
          <ul className="mb-6 divide-y divide-line border-y border-line">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey._id} passkey={passkey} onChoose={(what) => setOpen({ what, passkey })} />
            ))}
          </ul>
        )}
        <AddButton emailVerified={profile.emailVerified} onAdd={() => setOpen({ what: 'add' })} />
      </div>
      <Dialog title={titles[open?.what ?? 'add']} isOpen={open !== undefined} onClose={close}>
        <Suspense fallback={<Spinner />}>
          {open && <OpenDialog open={open} profile={profile} onChanged={change} onClose={close} />}
        </Suspense>
      </Dialog>
    </Section>
  )
}

function AddButton({ emailVerified, onAdd }: { emailVerified: boolean; onAdd: () => void }) {
  const hasPasskeys = useHasPasskeys()
  if (!hasPasskeys) return <p>This browser cannot create passkeys here.</p>
  if (!emailVerified)
    return <p>Verify your e-mail first: it is where we tell you when somebody changes how you log in.</p>
  return (
    <Button variant="outline" onClick={onAdd}>
      Add a passkey
    </Button>
  )
}

type PasskeyRowProps = { passkey: Passkey; onChoose: (what: 'rename' | 'remove') => void }

function PasskeyRow({ passkey: { name, addedAt, usedAt }, onChoose }: PasskeyRowProps) {
  const id = useId()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0">
        <p id={id} className="wrap-anywhere">
          {name}
        </p>
        <p className="text-small text-ink-2">
          Added {formatDate(addedAt)}, {usedAt ? `last used ${formatDate(usedAt)}` : 'not used yet'}
        </p>
      </div>
      <div className="flex gap-3">
        <Button variant="outline" size="small" aria-describedby={id} onClick={() => onChoose('rename')}>
          Rename
        </Button>
        <Button variant="outline" size="small" aria-describedby={id} onClick={() => onChoose('remove')}>
          Remove
        </Button>
      </div>
    </li>
  )
}

type OpenDialogProps = { open: Open; profile: Profile; onChanged: () => void; onClose: () => void }

function OpenDialog({ open, profile: { hasPassword }, ...ends }: OpenDialogProps) {
  if (open.what === 'add') return <AddPasskey hasPassword={hasPassword} {...ends} />
  if (open.what === 'rename') return <RenamePasskey passkey={open.passkey} {...ends} />
  return <RemovePasskey hasPassword={hasPassword} passkey={open.passkey} {...ends} />
}
