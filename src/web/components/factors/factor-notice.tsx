import { ShieldAlert } from 'lucide-react'
import { factorPath } from '#web/lib/guards.ts'
import { TextLink } from '#web/ui/button.tsx'

/** For an admin who has to set up a second factor before they can act as one. */
export function FactorNotice() {
  return (
    <p className="mb-8 flex items-baseline gap-3 rounded-box border border-warn px-4 py-3.5">
      <ShieldAlert className="flex-none translate-y-[3px] text-warn" size={18} strokeWidth={1.75} aria-hidden />
      <span>
        Staff of this shop need a second factor. Log in with your passkey, or set up one-time codes or a passkey in{' '}
        <TextLink to={factorPath}>My Profile</TextLink>: until then your account works like a customer’s.
      </span>
    </p>
  )
}
