import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import { useAction } from '#web/components/profile/use-action.ts'
import { useHasPasskeys } from '#web/lib/has-passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

/** Login without e-mail or password. Its code loads when pressed: few users have a passkey. */
export function PasskeyButton() {
  const noteId = useId()
  const { run, busy, problem } = useAction(async () => {
    const { logInWithPasskey } = await import('#web/lib/passkey-calls.ts')
    await logInWithPasskey()
  })
  if (!useHasPasskeys()) return null
  return (
    <div className="mt-4">
      <Button
        variant="outline"
        size="large"
        className="w-full"
        busy={busy}
        busyLabel="Waiting for your passkey"
        aria-describedby={noteId}
        onClick={run}
      >
        <KeyRound size={18} strokeWidth={1.75} aria-hidden /> Log in with a passkey
      </Button>
      <FieldNote id={noteId} error={problem} />
    </div>
  )
}
