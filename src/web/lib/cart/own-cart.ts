import { useSyncExternalStore } from 'react'
import { messages } from '#content/messages.ts'
import { api } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/problem.ts'
import { settleSession, untilSignOut } from '#web/lib/session.ts'
import { countOf, onCount, tellCount } from './count.ts'
import { createCartKeeper, mayPass, type CartKeeper, type CartState } from './keeper.ts'

let own: { owner: string; keeper: CartKeeper } | undefined

/** How long to wait before resending a change that could not be saved, in milliseconds. */
const retryMs = 10_000

/** The signed-in user's cart, one for the whole tab. */
export function cartOf(owner: string): CartKeeper {
  if (own?.owner !== owner) own = { owner, keeper: openCart(owner) }
  return own.keeper
}

function openCart(owner: string): CartKeeper {
  const keeper = createCartKeeper({
    async read() {
      await requireOwner(owner)
      return (await api.cart.$get({ query: {} }, { init: { signal: untilSignOut() } })).json()
    },
    async write(cart, key) {
      await requireOwner(owner)
      return (await api.cart.$put({ json: cart, header: { 'idempotency-key': key } })).json()
    },
  })
  const isOwn = () => own?.keeper === keeper
  const sendAgain = () => {
    if (isOwn() && keeper.state().unsaved) keeper.retry().catch(() => undefined)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  keeper.subscribe(() => {
    const { saved, problem } = keeper.state()
    if (saved) tellCount(owner, saved)
    clearTimeout(timer)
    if (mayPass(problem)) timer = setTimeout(sendAgain, retryMs)
  })
  addEventListener('online', sendAgain)
  // Another tab has a newer cart than this one.
  onCount(() => {
    const [told, known] = [countOf(owner), keeper.state().saved]
    if (isOwn() && told && known && told.version > known.version) keeper.renew()
  })
  return keeper
}

/** Keeps one user's unsaved changes out of another user's cart. @throws ApiProblem 401 */
async function requireOwner(owner: string): Promise<void> {
  const user = await settleSession()
  if (user?.id !== owner) throw new ApiProblem(401, { detail: messages.signInFirst })
}

/** The cart's current state in this tab. */
export function useCart(keeper: CartKeeper): CartState {
  return useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state)
}
