import { z } from 'zod'
import type { Acceptance, WholeQuote } from '#features/quotes/schema.ts'
import { api } from './api.ts'
import { anyone, drafts } from './drafts.ts'
import type { Attempts } from './idempotency.ts'
import { linkToken } from './link-token.ts'
import { found } from './order-by-id.ts'
import { currentUser } from './session.ts'

/** A link needs no account. It is kept in this tab, even through sign-in. */
const kept = (quoteId: string) => `quote-link:${quoteId}`

/** The token of the link a quote was opened with, if any. */
function linkOf(quoteId: string): string | undefined {
  const token = linkToken()
  if (token !== '') drafts.keep(kept(quoteId), anyone, token)
  return token || drafts.read(z.string(), kept(quoteId), anyone)
}

let isWatching = false

/**
 * Reloads the page when a mail's link is opened in a tab that already shows the quote, or says that it does not exist: the URL
 * then differs only in its fragment, for which neither the browser nor the router loads anything.
 */
export function reopenOnLink(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('hashchange', () => {
    if (location.pathname.startsWith('/quote/') && linkToken() !== '') location.reload()
  })
}

const call = (quoteId: string) => ({ param: { quoteId }, header: { 'quote-link': linkOf(quoteId) } })

export const hasLink = (quoteId: string): boolean => linkOf(quoteId) !== undefined

/** For clientLoaders. @throws 404 for a quote that does not exist or is not this reader's. */
export const quoteById = (id: string): Promise<WholeQuote> =>
  found(async () => (await api.quote[':quoteId'].$get(call(encodeURIComponent(id)))).json())

/** @returns the order's id. @throws ApiProblem */
export const acceptQuote = async (id: string, json: Acceptance): Promise<string> =>
  (await (await api.quote[':quoteId'].accept.$post({ ...call(id), json })).json())._id

/** The offer as PDF. @throws ApiProblem */
export const offerPaper = (id: string): Promise<Response> => api.quote[':quoteId']['offer.pdf'].$get(call(id))

/** @param key the idempotency header that keeps a message from being posted twice. @throws ApiProblem */
export function writeAbout(id: string, message: string, key: ReturnType<Attempts['headerFor']>): Promise<unknown> {
  const { param, header } = call(id)
  return api.quote[':quoteId'].message.$post({ param, header: { ...header, ...key }, json: { message } })
}

const typed = (quoteId: string) => `quote-message:${quoteId}`
/** With a link, the draft is kept for anyone who has the link, even through sign-in. */
const writer = (quoteId: string) => (hasLink(quoteId) ? anyone : currentUser()?.id)

/** The unsent message about a quote: it survives a reload, and leaving the page to log in. */
export function typedAbout(quoteId: string): string {
  const owner = writer(quoteId)
  return (owner !== undefined && drafts.read(z.string(), typed(quoteId), owner)) || ''
}

export function keepTypedAbout(quoteId: string, text: string): void {
  const owner = writer(quoteId)
  if (owner !== undefined) drafts.keep(typed(quoteId), owner, text)
}

/** @throws ApiProblem */
export const endQuote = async (id: string, step: 'decline' | 'withdraw'): Promise<unknown> =>
  api.quote[':quoteId'][step].$post({ ...call(id), json: {} })
