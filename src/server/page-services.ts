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

/** What the server's page loaders and actions may ask for: public data only, so that every page is the same for everyone. */
export type PageServices = ReturnType<ReturnType<typeof createPageServices>>

/** Why a form was not taken, in words for it and its fields. */
type FormProblem = { status: number; detail: string; errors: readonly FieldError[] }

/** The shop as a page sees it: public data alone, asked for in process. The visit hears which kinds it asked for. */
export function createPageServices({ catalogue, quotes, reviews, log }: Shop, config: Config) {
  const settings = publicSettings(config)
  return ({ clientAddress, shows }: Visit) => {
    const showing = <T>(tags: readonly CacheTag[], read: Promise<T>): Promise<T> => {
      shows(tags)
      return read.catch((error: unknown) => asPageError(error, log))
    }
    return {
      settings,
      /** Logs what no page expects. */
      report: (error: unknown) => log.error('a page failed', { error }),
      tools: (query: ToolQuery) => showing([toolList, stock], catalogue.list(query)),
      newestTools: (limit: number) => showing([toolList, stock], catalogue.newest(limit)),
      /** Undefined when no listed tool has it. */
      toolWithPartNumber: (partNumber: string) => showing([toolList, stock], catalogue.withPartNumber(partNumber)),
      /** How many tools of each category the same list would show without its category. */
      toolCounts: (query?: ToolQuery) => showing([toolList, stock], catalogue.counts(query)),
      /** Throws Failure 'not-found'. */
      tool: (id: string) => showing([anyTool, oneTool(id)], catalogue.get(id)),
      /** All, newest first. */
      reviews: async () => (await showing([reviewList], reviews.list())).items,
      newestReviews: (limit: number) => showing([reviewList], reviews.newest(limit)),
      /** The newest of a product. */
      reviewsOf: async (toolId: string) => (await showing([reviewList], reviews.list({ toolId, limit: 12 }))).items,
      /** What all reviews say together. */
      reviewSummary: () => showing([reviewList], reviews.summary()),
      /** Keeps a request for a quote. @returns what is in the way, if anything. */
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

/** What every page, and the start, has to warn of. */
export function warningOf({ sandboxExposed, stripe, google }: Config): string | undefined {
  return sandboxExposed ? sandboxWarning({ signIn: !google, payment: !stripe }) : undefined
}

/** An expected failure in words for the form: the pages are bundled apart, and do not know our class of it. */
function asFormProblem(error: unknown): FormProblem {
  if (!(error instanceof Failure)) throw error
  return { status: error.status, detail: error.message, errors: error.errors ?? [] }
}

/** An expected failure as the status of the page, which its error boundary shows; so is a database that is away for a moment. */
function asPageError(error: unknown, log: Log): never {
  if (error instanceof Failure) throw data({ detail: error.message }, { status: error.status })
  if (!isUnavailable(error)) throw error
  log.warn('a page could not be made', { error })
  throw data({ detail: unavailable }, { status: 503 })
}
