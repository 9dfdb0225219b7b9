import { Check } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Profile } from '#features/accounts/schema.ts'
import { useGoogle } from '#web/components/auth/use-google.ts'
import { googleProblem } from '#web/lib/google-problem.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { Section } from './section.tsx'

const here = '/dashboard/myprofile'

/** Hidden when Google sign-in is off and the account is not connected to it. */
export function GoogleSection({ profile: { email, hasGoogle } }: { profile: Profile }) {
  const mode = useSettings()?.google ?? 'off'
  if (hasGoogle) {
    return (
      <Section title="Google">
        <Badge tone="ok" icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
          Connected
        </Badge>
      </Section>
    )
  }
  return mode === 'off' ? null : <Connect email={email} sandbox={mode === 'sandbox'} />
}

function Connect({ email, sandbox }: { email: string; sandbox: boolean }) {
  const [query] = useSearchParams()
  const { go, busy, problem } = useGoogle('connect', { success: here, failure: here })
  return (
    <Section title="Google">
      <p className="mb-5 wrap-anywhere text-ink-2">
        Connect the Google account for {email} to log in with it as well.
        {sandbox && ' A sandbox stands in for Google here.'}
      </p>
      <Button variant="outline" busy={busy} busyLabel="Going to Google" onClick={() => void go()}>
        Connect Google
      </Button>
      <FieldNote id="google-problem" error={problem ?? googleProblem(query.get('error'))} />
    </Section>
  )
}
