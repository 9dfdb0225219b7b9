import { useId, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { SignedInDevice } from '#features/accounts/schema.ts'
import { api } from '#web/lib/api.ts'
import { endAllSessions } from '#web/lib/account-calls.ts'
import { signOut } from '#web/lib/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { formatDate } from '#web/ui/format.ts'
import { notifySuccess } from '#web/ui/notify.ts'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

/** The devices where the user is signed in; each can be signed out on its own. */
export function SessionsSection({ devices }: { devices: SignedInDevice[] }) {
  const { run, busy, problem } = useAction(signOutEverywhere)
  const list = useRef<HTMLUListElement>(null)
  return (
    <Section title="Devices">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Where you are signed in"
        className="mb-6 divide-y divide-line border-y border-line"
      >
        {devices.map((device) => (
          <DeviceRow key={device._id} device={device} onEnded={() => list.current?.focus()} />
        ))}
      </ul>
      <p className="mb-5 text-ink-2">Signs you out on every device, including this one.</p>
      <Button variant="outline" busy={busy} busyLabel="Signing out" onClick={run}>
        Sign out everywhere
      </Button>
      <FieldNote id="sessions-problem" error={problem} />
    </Section>
  )
}

type DeviceRowProps = {
  device: SignedInDevice
  /** Takes the focus, which would disappear with the row. */
  onEnded: () => void
}

function DeviceRow({ device: { _id, current, name, address, signedInAt, usedAt }, onEnded }: DeviceRowProps) {
  const { revalidate } = useRevalidator()
  const id = useId()
  const { run, busy, problem } = useAction(async () => {
    await api.profile.device[':deviceId'].$delete({ param: { deviceId: _id } })
    void notifySuccess(`${name} is signed out.`)
    await revalidate()
    onEnded()
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div>
        <p id={id}>{name}</p>
        <p className="text-small text-ink-2">
          Signed in {formatDate(signedInAt)}, last used {formatDate(usedAt)}
          {address && ` from ${address}`}
        </p>
      </div>
      {current ? (
        <Badge tone="ok">This device</Badge>
      ) : (
        <Button variant="outline" size="small" aria-describedby={id} busy={busy} busyLabel="Signing out" onClick={run}>
          Sign out
        </Button>
      )}
      <FieldNote id={`${id}-problem`} error={problem} />
    </li>
  )
}

/** Ends all of the user's sessions, on this device and all others. @throws ApiProblem */
async function signOutEverywhere(): Promise<void> {
  await endAllSessions()
  await signOut()
}
