import { site } from '#content/site.ts'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { OwnOrder } from '#web/components/cart/own-order.tsx'
import { cartOf } from '#web/lib/cart/own-cart.ts'
import { requireSession } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import type { Route } from './+types/cart'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  const cart = cartOf(user.id)
  // Shows what this tab has at once, and anything newer when it arrives.
  const loading = inBackground(cart.load())
  return { user, cart, loaded: cart.state().saved ? Promise.resolve() : loading }
}

export const meta = () => [{ title: `Your order · ${site.name}` }]

export default function CartPage({ loaderData: { user, cart, loaded } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-h1-quiet">Your order</h1>
      <AsyncList promise={loaded} what="products in your order">
        {() => <OwnOrder key={user.id} user={user} cart={cart} />}
      </AsyncList>
    </>
  )
}
