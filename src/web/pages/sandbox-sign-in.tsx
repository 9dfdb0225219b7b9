import { data, useSearchParams } from 'react-router'
import { site } from '#content/site.ts'
import { AuthFrame } from '#web/components/auth/auth-frame.tsx'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote } from '#web/ui/field.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import type { Route } from './+types/sandbox-sign-in'

export const meta = () => pageMeta('Sign-in sandbox', 'A stand-in for Google sign-in.')

/** @throws 404 where the sandbox is off. */
export function loader({ context }: Route.LoaderArgs) {
  if (pageServices(context).settings.google !== 'sandbox') throw data(undefined, { status: 404 })
  return null
}

const people = [
  { name: 'Nusrat Jahan', email: 'nusrat@example.com' },
  { name: 'Rahim Uddin', email: 'rahim@example.com' },
]

/** Where the sandbox asks who to sign in as. Its forms post to the sandbox itself, at this same address. */
export default function SandboxSignInPage() {
  const [query] = useSearchParams()
  return (
    <AuthFrame title="Choose an account" lead={`To continue to ${site.name}.`}>
      <SandboxBanner title="Sign-in sandbox.">
        This page stands in for Google. Sign in as anyone you like: it asks for no password.
      </SandboxBanner>
      <ul className="mt-8 grid gap-3">
        {people.map((person) => (
          <li key={person.email}>
            <form method="post" action="/sandbox/sign-in/choose">
              <input type="hidden" name="name" value={person.name} />
              <input type="hidden" name="email" value={person.email} />
              <Button type="submit" variant="outline" className="w-full flex-wrap justify-between gap-y-0">
                {person.name} <span className="text-small font-normal">{person.email}</span>
              </Button>
            </form>
          </li>
        ))}
      </ul>
      <form method="post" action="/sandbox/sign-in/choose" className="mt-8 grid gap-5">
        <Field className="field-large" label="E-mail" name="email" type="email" autoComplete="email" required />
        <Field className="field-large" label="Name" name="name" autoComplete="name" maxLength={80} required />
        <Button type="submit" variant="primary" size="large" className="w-full">
          Continue
        </Button>
        <FieldNote id="choose-problem" error={query.has('problem') ? 'Enter an e-mail and a name.' : undefined} />
      </form>
      <form method="post" action="/sandbox/sign-in/choose" className="mt-4">
        <Button type="submit" variant="outline" className="w-full" name="action" value="cancel">
          Cancel
        </Button>
      </form>
    </AuthFrame>
  )
}
