import { signOutEverywhere } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

export function SessionsSection() {
  const { run, busy, problem } = useAction(signOutEverywhere)
  return (
    <Section title="Devices">
      <p className="mb-5 text-ink-2">Signs you out on every device, including this one.</p>
      <Button variant="outline" busy={busy} busyLabel="Signing out" onClick={run}>
        Sign out everywhere
      </Button>
      <FieldNote id="sessions-problem" error={problem} />
    </Section>
  )
}
