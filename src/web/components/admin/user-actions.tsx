import { UserRoundMinus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { messages } from '#content/messages.ts'
import type { User } from '#features/accounts/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'

type Action = 'promote' | 'remove'

/** Runs what is done to a user, tells how it went, and refreshes the list. */
function useUserActions({ email, name }: User) {
  const [running, setRunning] = useState<Action>()
  const { revalidate } = useRevalidator()
  const param = { email: encodeURIComponent(email) }

  async function run(action: Action, call: () => Promise<unknown>, done: string): Promise<void> {
    setRunning(action)
    try {
      await call()
      void notifySuccess(done)
    } catch (error) {
      void notifyError(problemText(error))
    }
    // Also after a failure: somebody else may have changed the user meanwhile.
    await revalidate()
    setRunning(undefined)
  }

  return {
    running,
    promote: () => run('promote', () => api.user.admin[':email'].$put({ param }), messages.madeAdmin),
    remove: () => run('remove', () => api.user[':email'].$delete({ param }), `${name} is removed`),
  }
}

/** Make admin, for who is none, and Remove user, after asking. */
export function UserActions({ user, own }: { user: User; own: boolean }) {
  const [asking, setAsking] = useState(false)
  const { running, promote, remove } = useUserActions(user)
  return (
    <div className="user-actions">
      {user.role !== 'admin' && (
        <Button
          look="outline"
          size="small"
          aria-label={`Make admin: ${user.name}`}
          busy={running === 'promote'}
          busyLabel="Making"
          onClick={promote}
        >
          Make admin
        </Button>
      )}
      <Button
        look="quiet"
        size="small"
        className="delete-button"
        aria-label={`Remove user: ${user.name}`}
        onClick={() => setAsking(true)}
      >
        <UserRoundMinus size={17} strokeWidth={1.75} aria-hidden /> Remove user
      </Button>
      <ConfirmDialog
        title={messages.confirmDelete}
        isOpen={asking}
        confirmLabel="Remove user"
        keepLabel="Keep"
        busy={running === 'remove'}
        busyLabel="Removing"
        onConfirm={async () => {
          await remove()
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        {own
          ? 'You are signed out at once and cannot come back.'
          : `${user.name} is signed out at once and cannot come back.`}{' '}
        Orders and reviews stay.
      </ConfirmDialog>
    </div>
  )
}
