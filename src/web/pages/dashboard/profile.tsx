import { Suspense } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { site } from '#content/site.ts'
import type { Passkey, Profile, SignedInDevice } from '#features/accounts/schema.ts'
import type { StaffNotices } from '#features/staff-day/schema.ts'
import { FactorSection } from '#web/components/factors/factor-section.tsx'
import { PasskeySection } from '#web/components/passkeys/passkey-section.tsx'
import { DataSection } from '#web/components/profile/data-section.tsx'
import { EmailSection } from '#web/components/profile/email-section.tsx'
import { GoogleSection } from '#web/components/profile/google-section.tsx'
import { NameSection } from '#web/components/profile/name-section.tsx'
import { NoticesSection } from '#web/components/profile/notices-section.tsx'
import { OrdersSection } from '#web/components/profile/orders-section.tsx'
import { PasswordSection } from '#web/components/profile/password-section.tsx'
import { SessionsSection } from '#web/components/profile/sessions-section.tsx'
import { api } from '#web/lib/api.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { requireSession, standingOf } from '#web/lib/guards.ts'
import { problemText } from '#web/lib/problem.ts'
import { Skeleton, SkeletonField } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/profile'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  const profile = ownProfile(user)
  // Await shows a failure; without this, the browser reports one that occurs before Await is rendered.
  profile.catch(() => undefined)
  return { profile }
}

type Own = {
  profile: Profile
  passkeys: Passkey[]
  devices: SignedInDevice[]
  hasHiddenOrders: boolean
  notices: StaffNotices | undefined
  lacksFactor: boolean
}

async function ownProfile(user: SessionUser): Promise<Own> {
  const standing = standingOf(user)
  const staff = standing.then((known) => known.staff)
  const [answer, passkeys, devices, hasHiddenOrders, notices] = await Promise.all([
    api.profile.$get(),
    api.profile.passkey.$get().then((listed) => listed.json()),
    api.profile.device.$get().then((listed) => listed.json()),
    staff.then((is) => is && hasOrders(user)),
    staff.then((is) => (is ? api.staff.notices.$get().then((chosen) => chosen.json()) : undefined)),
  ])
  const { lacksFactor } = await standing
  return { profile: await answer.json(), passkeys, devices, hasHiddenOrders, notices, lacksFactor }
}

/** An admin's menu has no My Orders, even if they ordered before becoming an admin. */
async function hasOrders(user: SessionUser): Promise<boolean> {
  const answer = await api.order.$get({ query: { email: user.email, limit: '1' } })
  return (await answer.json()).length > 0
}

export const meta = () => [{ title: `My Profile · ${site.name}` }]

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-2 text-h1-quiet">My Profile</h1>
      <Suspense fallback={<Loading />}>
        <Await resolve={loaderData.profile} errorElement={<Failed />}>
          {({ profile, passkeys, devices, hasHiddenOrders, notices, lacksFactor }) => (
            <div className="max-w-[560px] divide-y divide-line">
              {lacksFactor && <Factors key="factors" profile={profile} passkeys={passkeys} />}
              {hasHiddenOrders && <OrdersSection />}
              <NameSection profile={profile} />
              <EmailSection profile={profile} />
              <PasswordSection profile={profile} />
              {!lacksFactor && <Factors key="factors" profile={profile} passkeys={passkeys} />}
              <GoogleSection profile={profile} />
              {notices && <NoticesSection notices={notices} />}
              <SessionsSection devices={devices} />
              <DataSection profile={profile} />
            </div>
          )}
        </Await>
      </Suspense>
    </>
  )
}

/** Placed first for users who need a second factor. The key preserves it, with any open dialog, when it moves. */
function Factors({ profile, passkeys }: Pick<Own, 'profile' | 'passkeys'>) {
  return (
    <>
      <FactorSection profile={profile} />
      <PasskeySection profile={profile} passkeys={passkeys} />
    </>
  )
}

function Loading() {
  return (
    <div role="status" className="max-w-[560px] divide-y divide-line">
      <span className="sr-only">Loading your profile</span>
      {[1, 1, 2].map((fields, section) => (
        <SkeletonSection key={section} fields={fields} />
      ))}
    </div>
  )
}

/** A heading, its fields and the button below them, like the real sections. */
function SkeletonSection({ fields }: { fields: number }) {
  return (
    <div className="grid gap-5 py-8">
      <Skeleton className="h-6 w-36" />
      {Array.from({ length: fields }, (_, field) => (
        <SkeletonField key={field} />
      ))}
      <Skeleton className="h-12 w-32" />
    </div>
  )
}

function Failed() {
  const error = useAsyncError()
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorState onRetry={() => void revalidate()} busy={state === 'loading'}>
      Your profile did not load. {problemText(error)}
    </ErrorState>
  )
}
