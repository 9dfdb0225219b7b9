import { UserRoundMinus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messages } from '#content/messages.ts'
import type { User } from '#features/accounts/schema.ts'
import { api } from '#web/lib/api.ts'
import { accountPath } from '#web/lib/account-path.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import { OpenBusiness } from './open-business.tsx'

/** The id of a user's row. */
export const rowIdOf = (userId: string): string => `user-${userId}`

type Action = 'promote' | 'revoke' | 'remove'

/** Runs an action on a user and reports the outcome. */
function useUserActions({ _id, email, name }: User) {
  const { isRunning, attempt } = useAttempt()
  const param = { email: encodeURIComponent(email) }
  const who = <Spoken>{name}</Spoken>
  const actions: Record<Action, { call: () => Promise<unknown>; done: ReactNode }> = {
    promote: { call: () => api.user.admin[':email'].$put({ param }), done: messages.madeAdmin },
    revoke: { call: () => api.user.admin[':email'].$delete({ param }), done: <>{who} is no longer an admin</> },
    remove: { call: () => api.user[':email'].$delete({ param }), done: <>{who} was removed</> },
  }

  const run = (action: Action) =>
    attempt('act', async () => {
      const { call, done } = actions[action]
      await call()
      // The row of a removed user has no buttons.
      passFocusOn(`#${rowIdOf(_id)}`)
      void notifySuccess(done)
    })
  return { running: isRunning('act'), run }
}

const questions: Record<
  Action,
  { label: string; busyLabel: string; consequence: (who: ReactNode, own: boolean) => ReactNode }
> = {
  promote: {
    label: 'Make admin',
    busyLabel: 'Making',
    consequence: (who) => (
      <>{who} will be able to change products, prices and users, and to see every order and request.</>
    ),
  },
  revoke: {
    label: 'Revoke admin',
    busyLabel: 'Revoking',
    consequence: (who, own) => (
      <>
        {who} will no longer be able to change products or users. {own ? 'Your' : 'The'} account and its orders stay.
      </>
    ),
  },
  remove: {
    label: 'Remove user',
    busyLabel: 'Removing',
    consequence: (who) => <>{who} will be signed out at once and cannot log in again. Orders and reviews stay.</>,
  },
}

/** What staff can do with a user. One who was removed may still owe money, or wait for orders. */
export function UserActions({ user, own }: { user: User; own: boolean }) {
  return (
    <div className="user-actions">
      <ButtonLink
        to={accountPath({ email: user.email })}
        variant="quiet"
        size="small"
        aria-label={`Account: ${user.name}`}
      >
        Account
      </ButtonLink>
      {!user.removed && <RoleActions user={user} own={own} />}
    </div>
  )
}

/** Make admin or Revoke admin, and Remove user, each with a confirmation. */
function RoleActions({ user, own }: { user: User; own: boolean }) {
  const [asked, setAsked] = useState<Action>('remove')
  const [asking, setAsking] = useState(false)
  const { running, run } = useUserActions(user)
  const roleAction = user.role === 'admin' ? 'revoke' : 'promote'
  const { label, busyLabel, consequence } = questions[asked]
  const ask = (action: Action) => {
    setAsked(action)
    setAsking(true)
  }
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-label={`${questions[roleAction].label}: ${user.name}`}
        onClick={() => ask(roleAction)}
      >
        {questions[roleAction].label}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="delete-button"
        aria-label={`Remove user: ${user.name}`}
        onClick={() => ask('remove')}
      >
        <UserRoundMinus size={17} strokeWidth={1.75} aria-hidden /> Remove user
      </Button>
      <ConfirmDialog
        title={messages.confirmDelete}
        isOpen={asking}
        confirmLabel={label}
        confirmVariant={asked === 'promote' ? 'primary' : 'destructive'}
        keepLabel={asked === 'promote' ? 'Cancel' : 'Keep'}
        busy={running}
        busyLabel={busyLabel}
        onConfirm={async () => {
          await run(asked)
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        {consequence(own ? 'You' : <Spoken>{user.name}</Spoken>, own)}
        {asked === 'remove' && <OpenBusiness email={user.email} />}
      </ConfirmDialog>
    </>
  )
}
