import { data } from 'react-router'
import type { CacheTag } from '#platform/pages/cache.ts'
import { Failure } from '#shared/errors.ts'
import type { PageServices, PublicSettings } from '#web/lib/page-context.ts'
import { sandboxPublishableKey } from './card-sandbox.ts'
import type { Config } from './config.ts'
import type { Shop } from './shop.ts'

/** The shop as a page sees it: public data alone, asked for in process. `shows` hears which kinds it asked for. */
export function createPageServices({ catalogue, reviews, log }: Shop, config: Config) {
  const settings = publicSettings(config)
  return (shows: (tag: CacheTag) => void): PageServices => {
    const showing = <T>(tag: CacheTag, read: Promise<T>): Promise<T> => {
      shows(tag)
      return read.catch(asPageError)
    }
    return {
      settings,
      report: (error) => log.error('a page failed', { error }),
      tools: (query) => showing('tools', catalogue.list(query)),
      toolCounts: (query) => showing('tools', catalogue.counts(query)),
      tool: (id) => showing('tools', catalogue.get(id)),
      reviews: async (limit) => (await showing('reviews', reviews.list({ limit }))).items,
      reviewSummary: () => showing('reviews', reviews.summary()),
    }
  }
}

function publicSettings({
  currency,
  stripe,
  sandbox,
  google,
  orderHoldHours,
  publicUrl,
  smtpUrl,
}: Config): PublicSettings {
  const off = sandbox
    ? ({ mode: 'sandbox', publishableKey: sandboxPublishableKey } as const)
    : ({ mode: 'off' } as const)
  return {
    currency,
    payment: stripe ? { mode: 'stripe', publishableKey: stripe.publishableKey } : off,
    mail: smtpUrl ? 'on' : 'kept',
    google: google ? 'on' : sandbox ? 'sandbox' : 'off',
    holdHours: orderHoldHours,
    publicUrl,
  }
}

/** An expected failure as the status of the page, which its error boundary shows. */
function asPageError(error: unknown): never {
  if (error instanceof Failure) throw data({ detail: error.message }, { status: error.status })
  throw error
}
