import { Link } from 'react-router'
import { allInOrder, cartMessages } from '#content/cart.ts'
import { messages } from '#content/messages.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import type { CardTool } from '#web/lib/card-tool.ts'
import { offerOf, unitPriceOf } from '#web/lib/offer.ts'
import { problemText } from '#web/lib/problem.ts'
import { settleSession } from '#web/lib/session.ts'
import { formatCount } from '#web/ui/format.ts'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import { countingAddition } from './changes.ts'
import { mayPass } from './keeper.ts'
import { cartOf } from './own-cart.ts'

/** Adds a product to the cart and notifies the user of the outcome. The default quantity is the smallest that can be ordered. */
export async function addToOrder(tool: CardTool, currency: string, quantity?: number): Promise<void> {
  const offer = offerOf(tool, currency)
  const wanted = quantity ?? leastQuantity(offer)
  const most = Math.floor(tool.available_quantity / offer.increment) * offer.increment
  try {
    const user = await settleSession()
    if (!user) return await notifyError(messages.signInFirst)
    const cart = cartOf(user.id)
    // Without an answer the product is added all the same and sent later.
    if (!cart.state().saved) await cart.load().catch(() => undefined)
    const priceAt = (pieces: number) => unitPriceOf(tool, pieces, currency)
    const { change, added } = countingAddition({ toolId: tool._id, quantity: wanted, most, priceAt })
    await cart.change(change)
    await tellAdded(tool, added(), wanted)
  } catch (error) {
    await notifyError(mayPass(error) ? cartMessages.unsaved : problemText(error))
  }
}

function tellAdded(tool: CardTool, added: number, wanted: number): Promise<void> {
  const all = added < wanted && allInOrder(tool.available_quantity)
  return notifySuccess(
    <span>
      {added > 0 && (
        <>
          Added: {formatCount(added)} × <Spoken>{tool.name}</Spoken>.{' '}
        </>
      )}
      {all && <>{all} </>}
      <Link to="/dashboard/cart" className="underline">
        See your order
      </Link>
    </span>,
  )
}
