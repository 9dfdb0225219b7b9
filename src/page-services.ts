import { data } from 'react-router'
import { Failure } from '#shared/errors.ts'
import type { PageServices, PublicSettings } from '#web/lib/page-context.ts'
import { sandboxPublishableKey } from './card-sandbox.ts'
import type { Config } from './config.ts'
import type { Shop } from './shop.ts'

/** The shop as its pages see it: public data alone, asked for in process. */
export function createPageServices({ catalogue, reviews }: Shop, config: Config): PageServices {
  return {
    settings: publicSettings(config),
    tools: (query) => catalogue.list(query),
    toolCounts: () => catalogue.counts(),
    tool: (id) => catalogue.get(id).catch(asPageError),
    reviews: () => reviews.list(),
  }
}

function publicSettings({ currency, stripe, sandbox, google, orderHoldHours, publicUrl }: Config): PublicSettings {
  const off = sandbox ? ({ mode: 'sandbox', publishableKey: sandboxPublishableKey } as const) : ({ mode: 'off' } as const)
  return {
    currency,
    payment: stripe ? { mode: 'stripe', publishableKey: stripe.publishableKey } : off,
    google: google ? 'on' : 'off',
    holdHours: orderHoldHours,
    publicUrl,
  }
}

/** An expected failure as the status of the page, which its error boundary shows. */
function asPageError(error: unknown): never {
  if (error instanceof Failure) throw data({ detail: error.message }, { status: error.status })
  throw error
}
