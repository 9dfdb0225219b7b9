import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from './section.tsx'

/** For admins with orders of their own: their menu only has the shop's work. */
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
