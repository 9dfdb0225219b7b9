import { useRevalidator } from 'react-router'
import type { Tool } from '#features/catalogue/schema.ts'
import { quotePath } from '#web/components/quote/quote-path.ts'
import { api } from '#web/lib/api.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { leastOf } from '#web/lib/offer.ts'
import { useRenewal } from '#web/lib/use-renewal.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { TellMe } from './tell-me.tsx'

/**
 * Replaces the order form while the stock is below the minimum order, since that form could not be sent. Coming back to the
 * page checks whether that has changed.
 */
export function NoneNow({ tool, user }: { tool: Tool; user: SessionUser | undefined }) {
  const left = tool.available_quantity
  const { revalidate } = useRevalidator()
  // Fetched on its own first: a failed page load would replace this page with an error.
  const renew = async () => {
    const now = await (await api.tool[':toolId'].$get({ param: { toolId: tool._id } })).json()
    if (now.available_quantity !== left) await revalidate()
  }
  useRenewal({ renew, expecting: false })
  return (
    <section aria-labelledby="none-now">
      <h2 id="none-now" className="text-h3">
        None now
      </h2>
      <p className="mt-3 max-w-[34em] text-ink-2">
        {left === 0
          ? 'This product is out of stock.'
          : `Only ${formatCount(left)} left, and the smallest order is ${formatCount(leastOf(tool))}.`}{' '}
        Tell us how many you need and at what price.
      </p>
      <ButtonLink to={quotePath(tool.name)} variant="primary" size="large" className="mt-6 max-sm:w-full">
        Ask for a quote
      </ButtonLink>
      {user && <TellMe key={tool._id} tool={tool} user={user} />}
    </section>
  )
}
