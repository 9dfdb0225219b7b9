import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { googleMessages } from '#content/google.ts'
import { googleGoals } from '#web/lib/return-path.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { useGoogle } from './use-google.ts'

const notes = {
  on: undefined,
  sandbox: 'A sandbox stands in for Google here: sign in as anyone, no Google account needed.',
  off: googleMessages.off,
} as const

/** Signing in with Google, set apart from the form above it. */
export function GoogleButton({ page }: { page: '/login' | '/signup' }) {
  const noteId = useId()
  const [query] = useSearchParams()
  const mode = useSettings()?.google ?? 'off'
  const { go, busy, problem } = useGoogle('sign-in', googleGoals(page, query.get('from')))
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <Button
        variant="outline"
        size="large"
        className="w-full"
        disabled={mode === 'off'}
        busy={busy}
        busyLabel="Going to Google"
        aria-describedby={noteId}
        onClick={() => void go()}
      >
        Continue with Google
      </Button>
      <FieldNote id={noteId} error={problem} hint={notes[mode]} />
    </>
  )
}
