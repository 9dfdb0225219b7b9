import { data } from 'react-router'
import type { Config } from '#config.ts'
import { sandboxWarning } from '#content/sandbox.ts'
import type { ToolQuery } from '#features/catalogue/schema.ts'
import { anyTool, oneTool, stock, toolList } from '#features/catalogue/tags.ts'
import type { QuoteForm } from '#features/quotes/schema.ts'
import { reviewList } from '#features/reviews/tags.ts'
import { isUnavailable } from '#platform/db/conflict.ts'
import type { Log } from '#platform/log/log.ts'
import type { CacheTag } from '#platform/page-cache/cache.ts'
import { sandboxPublishableKey } from '#sandbox/card/open.ts'
import { Failure, unavailable, type FieldError } from '#shared/errors.ts'
import type { Shop } from '#shop.ts'
import type { PublicSettings } from '#web/lib/settings.ts'
import type { Visit } from './pages.ts'

/** What page loaders and actions on the server can call: public data only, so that every page is the same for everyone. */
export type PageServices = ReturnType<ReturnType<typeof createPageServices>>

/** Why a form was refused: messages for the form and its fields. */
type FormProblem = { status: number; detail: string; errors: readonly FieldError[] }

/** The shop as a page sees it: public data only, called in process. The visit is told the cache tags of what it reads. */
export function createPageServices({ catalogue, quotes, reviews, log }: Shop, config: Config) {
  const settings = publicSettings(config)
  return ({ clientAddress, shows }: Visit) => {
    const showing = <T>(tags: readonly CacheTag[], read: Promise<T>): Promise<T> => {
      shows(tags)
      return read.catch((error: unknown) => asPageError(error, log))
    }
    return {
      settings,
      /** Logs errors that no page expects. */
      report: (error: unknown) => log.error('a page failed', { error }),
      tools: (query: ToolQuery) => showing([toolList, stock], catalogue.list(query)),
      newestTools: (limit: number) => showing([toolList, stock], catalogue.newest(limit)),
      /** Undefined when no listed tool has it. */
      toolWithPartNumber: (partNumber: string) => showing([toolList, stock], catalogue.withPartNumber(partNumber)),
      /** How many tools of each category the same query without its category would list. */
      toolCounts: (query?: ToolQuery) => showing([toolList, stock], catalogue.counts(query)),
      /** Throws Failure 'not-found'. */
      tool: (id: string) => showing([anyTool, oneTool(id)], catalogue.get(id)),
      /** All, newest first. */
      reviews: async () => (await showing([reviewList], reviews.list())).items,
      newestReviews: (limit: number) => showing([reviewList], reviews.newest(limit)),
      /** The newest reviews of a product. */
      reviewsOf: async (toolId: string) => (await showing([reviewList], reviews.list({ toolId, limit: 12 }))).items,
      /** The summary of all reviews. */
      reviewSummary: () => showing([reviewList], reviews.summary()),
      /** Saves a request for a quote. @returns the problem with it, if any. */
      askForQuote: (quote: QuoteForm) => quotes.add(clientAddress, quote).then(() => undefined, asFormProblem),
    }
  }
}

function publicSettings(config: Config): PublicSettings {
  const { currency, tax, stripe, sandbox, google, orderHoldHours, publicUrl, smtpUrl } = config
  const off = sandbox
    ? ({ mode: 'sandbox', publishableKey: sandboxPublishableKey } as const)
    : ({ mode: 'off' } as const)
  return {
    currency,
    payment: stripe ? { mode: 'stripe', publishableKey: stripe.publishableKey } : off,
    mail: smtpUrl ? 'on' : 'kept',
    google: google ? 'on' : sandbox ? 'sandbox' : 'off',
    tax,
    holdHours: orderHoldHours,
    publicUrl,
    warning: warningOf(config),
  }
}

/** The warning on every page and at the start. */
export function warningOf({ sandboxExposed, stripe, google }: Config): string | undefined {
  return sandboxExposed ? sandboxWarning({ signIn: !google, payment: !stripe }) : undefined
}

/** An expected failure as messages for the form: the pages are bundled separately and do not know our Failure class. */
function asFormProblem(error: unknown): FormProblem {
  if (!(error instanceof Failure)) throw error
  return { status: error.status, detail: error.message, errors: error.errors ?? [] }
}

/** Turns an expected failure, or a database that is briefly away, into the page's status, which its error boundary shows. */
function asPageError(error: unknown, log: Log): never {
  if (error instanceof Failure) throw data({ detail: error.message }, { status: error.status })
  if (!isUnavailable(error)) throw error
  log.warn('a page could not be loaded', { error })
  throw data({ detail: unavailable }, { status: 503 })
}
