import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '#shared/clock.ts'

export type Devices = ReturnType<typeof createDevices>

const year = 365 * 24 * 3600

type Parts = {
  secret: string
  publicUrl: string
  clock: Clock
  /** What is stored of an account's password; undefined without one. */
  passwordOf: (email: string) => Promise<string | undefined>
  /** What is stored of its one-time codes; undefined without them. */
  secretOf: (email: string) => Promise<string | undefined>
}

/** A browser before an account as it is now. */
export type Device = {
  /** Which browser; undefined for one that did not sign in to the account since its password is what it is. */
  known: string | undefined
  /** The Set-Cookie header by which it is known from now on: under the name it has. */
  remember(): string
}

/**
 * Knows a browser that signed in to an account before, by a cookie that it keeps for a year ("device cookie", OWASP,
 * Slow Down Online Guessing Attacks with Device Cookies). The cookie says which browser, until when, and by a signature
 * for which e-mail, which password and which one-time codes, none of which is in it: with a new password, and with new codes, every
 * browser is a stranger, also that of somebody who knew the old one. It opens nothing: it only sets apart whose tries are counted.
 */
export function createDevices({ secret, publicUrl, clock, passwordOf, secretOf }: Parts) {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}wattwork.device`
  const key = createHmac('sha256', secret).update('device cookie').digest()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    /** The browser that sends these headers, before the account of an e-mail. */
    async before(email: string, headers: Headers): Promise<Device> {
      const [password = '', codes] = await Promise.all([passwordOf(email), secretOf(email)])
      // Who signed in when no code was asked for has shown none: with new codes every browser is a stranger too.
      const ground = codes ? [email, password, codes] : [email, password]
      const sign = (id: string, endsAt: string) =>
        createHmac('sha256', key)
          .update([id, endsAt, ...ground].join('\n'))
          .digest()

      function idIn(value: string): string | undefined {
        const [, id, endsAt, signature] = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/.exec(value) ?? []
        // mutant(logic): one pattern finds them all or none
        if (!id || !endsAt || !signature || Number(endsAt) <= seconds()) return undefined
        return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id, endsAt)) ? id : undefined
      }

      // mutant(logic → name)[name]): no text is no match either
      const known = idIn(parse(headers.get('cookie') ?? '', name)[name] ?? '')
      return {
        known,
        remember() {
          const id = known ?? randomBytes(16).toString('base64url')
          const endsAt = String(seconds() + year)
          const value = `${id}.${endsAt}.${sign(id, endsAt).toString('base64url')}`
          return serialize(name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: year })
        },
      }
    },
  }
}
