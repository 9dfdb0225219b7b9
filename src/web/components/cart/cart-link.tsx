import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Loaded only for signed-in users; if it cannot be fetched, the page works without it. */
const CartCount = lazy(() => import('./cart-count.tsx').catch(() => ({ default: () => null })))

/** The link to the cart, with its count; in the HTML for everyone, and shown by the document's session mark. */
export function CartLink() {
  const user = useSession()
  const { pathname } = useLocation()
  const to = '/dashboard/cart'
  return (
    <ButtonLink
      to={to}
      variant="quiet"
      size="small"
      className="when-signed-in cart-link"
      aria-current={pathname === to ? 'page' : undefined}
    >
      Order
      {user && (
        <Suspense>
          <CartCount owner={user.id} />
        </Suspense>
      )}
    </ButtonLink>
  )
}
