import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The rest comes for who is signed in, and a page that cannot fetch it works without. */
const CartCount = lazy(() => import('./cart-count.tsx').catch(() => ({ default: () => null })))

/** The way to the cart, with how much is in it; in the HTML for everyone, and shown by the document's session mark. */
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
