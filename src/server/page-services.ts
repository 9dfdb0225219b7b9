import { data } from 'react-router'
import type { Config } from '#config.ts'
import { sandboxWarning } from '#content/sandbox.ts'
import { anyTool, oneTool, stock, toolList } from '#features/catalogue/tags.ts'
import { reviewList } from '#features/reviews/tags.ts'
import type { CacheTag } from '#platform/page-cache/cache.ts'
import { sandboxPublishableKey } from '#sandbox/card/open.ts'
import { Failure } from '#shared/errors.ts'
import type { Shop } from '#shop.ts'
import type { FormProblem, PageServices, PublicSettings } from '#web/lib/page-context.ts'
import type { Visit } from './pages.ts'

/** The shop as a page sees it: public data alone, asked for in process. The visit hears which kinds it asked for. */
export function createPageServices({ catalogue, quotes, reviews, log }: Shop, config: Config) {
  const settings = publicSettings(config)
  return ({ clientAddress, shows }: Visit): PageServices => {
    const showing = <T>(tags: readonly CacheTag[], read: Promise<T>): Promise<T> => {
      shows(tags)
      return read.catch(asPageError)
    }
    return {
      settings,
      report: (error) => log.error('a page failed', { error }),
      tools: (query) => showing([toolList, stock], catalogue.list(query)),
      newestTools: (limit) => showing([toolList, stock], catalogue.newest(limit)),
      toolWithPartNumber: (partNumber) => showing([toolList, stock], catalogue.withPartNumber(partNumber)),
      toolCounts: (query) => showing([toolList, stock], catalogue.counts(query)),
      tool: (id) => showing([anyTool, oneTool(id)], catalogue.get(id)),
      reviews: async () => (await showing([reviewList], reviews.list())).items,
      newestReviews: (limit) => showing([reviewList], reviews.newest(limit)),
      reviewsOf: async (toolId) => (await showing([reviewList], reviews.list({ toolId, limit: 12 }))).items,
      askForQuote: (quote) => quotes.add(clientAddress, quote).then(() => undefined, asFormProblem),
      reviewSummary: () => showing([reviewList], reviews.summary()),
    }
  }
}

function publicSettings(config: Config): PublicSettings {
  const { currency, stripe, sandbox, google, orderHoldHours, publicUrl, smtpUrl } = config
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
    warning: warningOf(config),
  }
}

/** What every page, and the start, has to warn of. */
export function warningOf({ sandboxExposed, stripe, google }: Config): string | undefined {
  return sandboxExposed ? sandboxWarning({ signIn: !google, payment: !stripe }) : undefined
}

/** An expected failure in words for the form: the pages are bundled apart, and do not know our class of it. */
function asFormProblem(error: unknown): FormProblem {
  if (!(error instanceof Failure)) throw error
  return { status: error.status, detail: error.message, errors: error.errors ?? [] }
}

/** An expected failure as the status of the page, which its error boundary shows. */
function asPageError(error: unknown): never {
  if (error instanceof Failure) throw data({ detail: error.message }, { status: error.status })
  throw error
}
