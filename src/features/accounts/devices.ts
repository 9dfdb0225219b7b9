import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '#shared/clock.ts'

export type Devices = ReturnType<typeof createDevices>

const year = 365 * 24 * 3600

/**
 * Knows a browser that signed in to an account before, by a cookie that it keeps for a year ("device cookie", OWASP,
 * Slow Down Online Guessing Attacks with Device Cookies). The cookie says which browser, until when, and by a signature
 * for which e-mail; the e-mail itself is not in it. It opens nothing: it only sets apart whose tries are counted.
 */
export function createDevices({ secret, publicUrl, clock }: { secret: string; publicUrl: string; clock: Clock }) {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}wattwork.device`
  const key = createHmac('sha256', secret).update('device cookie').digest()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const sign = (id: string, endsAt: string, email: string) =>
    createHmac('sha256', key).update(`${id}.${endsAt}.${email}`).digest()

  return {
    /** Which browser sends these headers; undefined for one that did not sign in to this e-mail's account before. */
    known(headers: Headers, email: string): string | undefined {
      // mutant(logic → name)[name]): no text is no match either
      const value = parse(headers.get('cookie') ?? '', name)[name] ?? ''
      const [, id, endsAt, signature] = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/.exec(value) ?? []
      // mutant(logic): one pattern finds them all or none
      if (!id || !endsAt || !signature || Number(endsAt) <= seconds()) return undefined
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id, endsAt, email)) ? id : undefined
    },

    /** The Set-Cookie header by which this browser is known from now on. */
    remember(email: string): string {
      const id = randomBytes(16).toString('base64url')
      const endsAt = String(seconds() + year)
      const value = `${id}.${endsAt}.${sign(id, endsAt, email).toString('base64url')}`
      return serialize(name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: year })
    },
  }
}
