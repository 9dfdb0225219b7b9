import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from './section.tsx'

/** For admins who ordered something themselves: their menu is for the shop's work alone. */
export function OrdersSection() {
  return (
    <Section title="Your own orders">
      <p className="mb-5 text-ink-2">What you ordered yourself, to pay for, cancel or print.</p>
      <ButtonLink to="/dashboard/myorders" variant="outline">
        My Orders
      </ButtonLink>
    </Section>
  )
}
