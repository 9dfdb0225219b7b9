import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { Tool, ToolQuery } from '#features/catalogue/schema.ts'
import type { PaymentMode } from '#features/payments/schema.ts'
import type { NewQuote } from '#features/quotes/schema.ts'
import type { Review, ReviewSummary } from '#features/reviews/schema.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Page } from '#shared/list.ts'

/** What every page may know of the shop's configuration: public, the same for everyone. */
export type PublicSettings = {
  /** ISO 4217, lower case. */
  currency: string
  payment: PaymentMode
  /** How Continue with Google works here: Google's own, the bundled stand-in, or not at all. */
  google: 'on' | 'sandbox' | 'off'
  /** What every page has to warn of: sandboxes where others than the operator may come. */
  warning: string | undefined
  /** Whether messages are sent, or only kept on the server because it knows no mail server. */
  mail: 'on' | 'kept'
  /** How long an unpaid order keeps its stock. */
  holdHours: number
  /** The origin users see, without a trailing slash. */
  publicUrl: string
}

/** Why a form was not taken, in words for it and its fields. */
export type FormProblem = { status: number; detail: string; errors: readonly FieldError[] }

/** What the server's page loaders and actions may ask for: public data only, so that every page is the same for everyone. */
export type PageServices = {
  settings: PublicSettings
  /** Logs what no page expects. */
  report(error: unknown): void
  tools(query: ToolQuery): Promise<Page<Tool>>
  newestTools(limit: number): Promise<Tool[]>
  /** Undefined when no listed tool has it. */
  toolWithPartNumber(partNumber: string): Promise<Tool | undefined>
  /** How many tools of each category the same list would show without its category. */
  toolCounts(query?: ToolQuery): Promise<Record<string, number>>
  /** Throws Failure 'not-found'. */
  tool(id: string): Promise<Tool>
  /** All, newest first. */
  reviews(): Promise<Review[]>
  newestReviews(limit: number): Promise<Review[]>
  /** The newest of a product. */
  reviewsOf(toolId: string): Promise<Review[]>
  /** Keeps a request for a quote. @returns what is in the way, if anything. */
  askForQuote(quote: NewQuote): Promise<FormProblem | undefined>
  /** What all reviews say together. */
  reviewSummary(): Promise<ReviewSummary>
}

// The server and its bundled pages each load this module: a key on globalThis is one and the same for both.
const store = globalThis as { [key: symbol]: RouterContext<PageServices> | undefined }
const key = Symbol.for('wattwork.page-services')
export const pageServicesContext: RouterContext<PageServices> = (store[key] ??= createContext<PageServices>())

/** The services of this request, in a server loader: `const { tools } = pageServices(context)`. */
export function pageServices(context: Readonly<RouterContextProvider>): PageServices {
  return context.get(pageServicesContext)
}
