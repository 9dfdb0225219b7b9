import { createHmac, timingSafeEqual } from 'node:crypto'

export type QuoteLinks = ReturnType<typeof createQuoteLinks>

/**
 * Tokens for links that open a quote without an account. A token carries its own expiry time and is signed, so that nothing has to
 * be stored for it.
 */
export function createQuoteLinks(secret: string) {
  const signed = (quoteId: string, expires: string): string =>
    createHmac('sha256', secret).update(`quote-link:${quoteId}:${expires}`).digest('base64url')
  return {
    tokenFor(quoteId: string, expiresAt: Date): string {
      const expires = String(Math.floor(expiresAt.getTime() / 1000))
      return `${expires}.${signed(quoteId, expires)}`
    },

    /** Whether a token opens this quote now. */
    opens(quoteId: string, token: string, now: Date): boolean {
      const [, expires, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
      if (expires === undefined || signature === undefined || Number(expires) * 1000 < now.getTime()) return false
      return timingSafeEqual(Buffer.from(signature), Buffer.from(signed(quoteId, expires)))
    },
  }
}
