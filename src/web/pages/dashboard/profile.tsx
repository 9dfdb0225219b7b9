import { site } from '#content/site.ts'
import { requireSession } from '#web/lib/guards.ts'
import { ReadOnlyField } from '#web/ui/field.tsx'
import type { Route } from './+types/profile'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { user: await requireSession(request) }
}

export const meta = () => [{ title: `My Profile · ${site.name}` }]

export default function ProfilePage({ loaderData: { user } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h1-quiet">My Profile</h1>
      <div className="mt-8 grid max-w-[420px] gap-6">
        <ReadOnlyField label="Name" value={user.name} />
        <ReadOnlyField label="E-mail" value={user.email} />
      </div>
    </>
  )
}
