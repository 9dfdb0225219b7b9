import { describe, expect, it } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createDevices } from './devices.ts'

const secret = 'the secret of this shop alone'
const email = 'nusrat@example.com'

function setUp({ publicUrl = 'http://localhost:3000', key = secret } = {}) {
  const clock = createTestClock()
  return { clock, devices: createDevices({ secret: key, publicUrl, clock }) }
}
const sent = (cookie: string) => new Headers({ cookie: `other=1; ${cookie.split(';')[0]}; more=2` })

describe('a device', () => {
  it('is known again by its cookie, each by its own', () => {
    const { devices } = setUp()
    const [one, two] = [devices.remember(email), devices.remember(email)]
    expect(devices.known(sent(one), email)).toMatch(/^[\w-]{22}$/)
    expect(devices.known(sent(one), email)).toBe(devices.known(sent(one), email))
    expect(devices.known(sent(one), email)).not.toBe(devices.known(sent(two), email))
  })

  it('keeps the cookie for a year, away from scripts, and it names nobody', () => {
    const cookie = setUp().devices.remember(email)
    expect(cookie).toMatch(/^wattwork\.device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(decodeURIComponent(cookie)).not.toContain('nusrat')
  })

  it('behind TLS has a cookie of this host alone', () => {
    const { devices } = setUp({ publicUrl: 'https://shop.example' })
    const cookie = devices.remember(email)
    expect(cookie).toMatch(/^__Host-wattwork\.device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(devices.known(sent(cookie), email)).toBeDefined()
  })

  it('is a stranger again after a year', () => {
    const { devices, clock } = setUp()
    const cookie = devices.remember(email)
    clock.advance({ seconds: 365 * 24 * 3600 - 0.5 })
    expect(devices.known(sent(cookie), email)).toBeDefined()
    clock.advance({ seconds: 1 })
    expect(devices.known(sent(cookie), email)).toBeUndefined()
  })

  it('is a stranger to another account, and to another shop', () => {
    const { devices } = setUp()
    const cookie = devices.remember(email)
    expect(devices.known(sent(cookie), 'karim@example.com')).toBeUndefined()
    expect(setUp({ key: 'another secret' }).devices.known(sent(cookie), email)).toBeUndefined()
  })

  it.each<[string, (value: string) => string]>([
    ['none', () => ''],
    ['nonsense', () => 'a.b.c'],
    ['one with another end', (value) => value.replace(/\.\d+\./, '.9999999999.')],
    ['one with another name', (value) => value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['one with another signature', (value) => value.replace(/[^.]*$/, (last) => [...last].toReversed().join(''))],
    ['one without its signature', (value) => value.replace(/[^.]*$/, '')],
  ])('is not known by %s', (_what, change) => {
    const { devices } = setUp()
    const [name, value = ''] = devices.remember(email).split(';')[0]?.split('=') ?? []
    expect(devices.known(new Headers({ cookie: `${name}=${value}` }), email)).toBeDefined()
    expect(devices.known(new Headers({ cookie: `${name}=${change(value)}` }), email)).toBeUndefined()
    expect(devices.known(new Headers(), email)).toBeUndefined()
  })
})
