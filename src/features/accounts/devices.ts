import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '#shared/clock.ts'

export type Devices = ReturnType<typeof createDevices>

const year = 365 * 24 * 3600

type Parts = {
  secret: string
  publicUrl: string
  clock: Clock
  /** The stored hash of an account's password; undefined without one. */
  passwordOf: (email: string) => Promise<string | undefined>
  /** The stored secret of its one-time codes; undefined without them. */
  secretOf: (email: string) => Promise<string | undefined>
}

/** A browser, as seen by an account in its current state. */
export type Device = {
  /** The browser's id; undefined for one that has not signed in to the account since its current password was set. */
  known: string | undefined
  /** The Set-Cookie header that makes the browser known from now on; a known one keeps its id. */
  remember(): string
}

/**
 * Knows a browser that signed in to an account before, by a cookie that it keeps for a year ("device cookie", OWASP,
 * Slow Down Online Guessing Attacks with Device Cookies). The cookie holds the browser's id, its expiry, and a signature that also
 * covers the e-mail, the password and the one-time codes, none of which is in it: a new password or new codes make every browser a
 * stranger, also that of somebody who knew the old ones. It grants no access: it only gives a browser's tries their own count.
 */
export function createDevices({ secret, publicUrl, clock, passwordOf, secretOf }: Parts) {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}wattwork.device`
  const key = createHmac('sha256', secret).update('device cookie').digest()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    /** The browser that sends these headers, as seen by the account of an e-mail. */
    async before(email: string, headers: Headers): Promise<Device> {
      const [password = '', codes] = await Promise.all([passwordOf(email), secretOf(email)])
      // A browser that signed in before codes were asked for has shown none: new codes make every browser a stranger too.
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
