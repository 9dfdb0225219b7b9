import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '#shared/days.ts'

export type QuoteLinks = ReturnType<typeof createQuoteLinks>

/** For how many days a link opens a quote after it is sent or, if later, after the offer ends. */
const linkDays = 60

/** The address of a quote's page, for whoever may see the quote. */
export const quoteUrl = (publicUrl: string, quoteId: string): string => `${publicUrl}/quote/${quoteId}`

/**
 * Tokens for links that open a quote without an account. A token carries its own expiry time and is signed, so that nothing has to
 * be stored for it.
 */
export function createQuoteLinks(secret: string) {
  const signed = (quoteId: string, expires: string): string =>
    createHmac('sha256', secret).update(`quote-link:${quoteId}:${expires}`).digest('base64url')
  const tokenFor = (quoteId: string, expiresAt: Date): string => {
    const expires = String(Math.floor(expiresAt.getTime() / 1000))
    return `${expires}.${signed(quoteId, expires)}`
  }
  return {
    tokenFor,

    /** The address that opens a quote for everyone who has it. Only for mail to whoever asked for the quote. */
    signedUrl(publicUrl: string, { id, validUntil }: { id: string; validUntil: Date | null }, now: Date): string {
      const from = Math.max(now.getTime(), validUntil?.getTime() ?? 0)
      return `${quoteUrl(publicUrl, id)}#token=${tokenFor(id, new Date(from + linkDays * dayMs))}`
    },

    /** Whether a token opens this quote now. */
    opens(quoteId: string, token: string, now: Date): boolean {
      const [, expires, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
      if (expires === undefined || signature === undefined || Number(expires) * 1000 < now.getTime()) return false
      return timingSafeEqual(Buffer.from(signature), Buffer.from(signed(quoteId, expires)))
    },
  }
}
