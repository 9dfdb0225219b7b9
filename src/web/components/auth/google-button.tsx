import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'

/** The other way in, set apart from the form above it. */
export function GoogleButton() {
  const noteId = useId()
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <Button look="outline" size="large" className="w-full" disabled aria-describedby={noteId}>
        Continue with Google
      </Button>
      <p id={noteId} className="mt-2 text-small text-ink-3">
        Google sign-in is not set up here. Use your e-mail and password.
      </p>
    </>
  )
}
