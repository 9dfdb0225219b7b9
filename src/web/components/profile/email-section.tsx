import { Check, Clock } from 'lucide-react'
import type { Profile } from '#features/accounts/schema.ts'
import { MailNote } from '#web/components/auth/mail-note.tsx'
import { sendVerification } from '#web/lib/account-calls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote, ReadOnlyField } from '#web/ui/field.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

export function EmailSection({ profile: { email, emailVerified } }: { profile: Profile }) {
  return (
    <Section title="Your e-mail">
      <ReadOnlyField label="E-mail" value={email} />
      <div className="mt-4">
        {emailVerified ? (
          <Badge tone="ok" icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
            Verified
          </Badge>
        ) : (
          <Unverified email={email} />
        )}
      </div>
    </Section>
  )
}

function Unverified({ email }: { email: string }) {
  const { run, busy, done, problem } = useAction(() => sendVerification(email))
  return (
    <>
      <Badge tone="warn" icon={<Clock size={16} strokeWidth={1.75} aria-hidden />}>
        Not verified yet
      </Badge>
      <p className="mt-4 mb-5 text-ink-2">
        We sent you an e-mail with a link to verify it. You can order and pay without verifying.
      </p>
      <Button variant="outline" busy={busy} busyLabel="Sending" onClick={run}>
        Send again
      </Button>
      <FieldNote id="verification-problem" error={problem} />
      {done && (
        <div role="status">
          <p className="mt-4">We’ve sent it again.</p>
          <MailNote />
        </div>
      )}
    </>
  )
}
