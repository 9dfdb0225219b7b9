import { describe, expect, it } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createDevices } from './devices.ts'

const secret = 'the secret of this shop alone'
const email = 'nusrat@example.com'

function setUp({ publicUrl = 'http://localhost:3000', key = secret } = {}) {
  const clock = createTestClock()
  const passwords = new Map([[email, 'the hash of a password']])
  const secrets = new Map<string, string>()
  const devices = createDevices({
    secret: key,
    publicUrl,
    clock,
    passwordOf: async (of) => passwords.get(of),
    secretOf: async (of) => secrets.get(of),
  })
  return {
    clock,
    passwords,
    secrets,
    before: devices.before,
    remember: async (headers = new Headers()) => (await devices.before(email, headers)).remember(),
    known: async (headers: Headers, by = email) => (await devices.before(by, headers)).known,
  }
}
const sent = (cookie: string) => new Headers({ cookie: `other=1; ${cookie.split(';')[0]}; more=2` })

describe('a device', () => {
  it('is recognised by its own cookie', async () => {
    const { remember, known } = setUp()
    const [one, two] = [await remember(), await remember()]
    expect(await known(sent(one))).toMatch(/^[\w-]{22}$/)
    expect(await known(sent(one))).toBe(await known(sent(one)))
    expect(await known(sent(one))).not.toBe(await known(sent(two)))
  })

  it('keeps its name when it is remembered again, for another year', async () => {
    const { remember, known, clock } = setUp()
    const first = await remember()
    clock.advance({ seconds: 3600 })
    const second = await remember(sent(first))
    expect(await known(sent(second))).toBe(await known(sent(first)))
    clock.advance({ seconds: 365 * 24 * 3600 - 1 })
    expect(await known(sent(first))).toBeUndefined()
    expect(await known(sent(second))).toBeDefined()
  })

  it('is a stranger after the password changes or is removed, and gets a new name', async () => {
    const { remember, known, passwords } = setUp()
    const cookie = await remember()
    const before = await known(sent(cookie))
    passwords.set(email, 'the hash of another password')
    expect(await known(sent(cookie))).toBeUndefined()
    const renewed = await known(sent(await remember(sent(cookie))))
    expect(renewed).toMatch(/^[\w-]{22}$/)
    expect(renewed).not.toBe(before)
    passwords.delete(email)
    expect(await known(sent(cookie))).toBeUndefined()
    expect(await known(sent(await remember()))).toBeDefined()
  })

  it('is a stranger once codes are turned on, replaced or removed', async () => {
    const { remember, known, secrets } = setUp()
    const first = sent(await remember())
    secrets.set(email, 'the secret of codes')
    expect(await known(first)).toBeUndefined()
    const second = sent(await remember())
    expect(await known(second)).toBeDefined()
    secrets.set(email, 'the secret of other codes')
    expect(await known(second)).toBeUndefined()
    const third = sent(await remember())
    secrets.delete(email)
    expect([await known(third), await known(second)]).toEqual([undefined, undefined])
    expect(await known(first)).toBeDefined()
  })

  it('is remembered for the password it was seen with', async () => {
    const { before, known, passwords } = setUp()
    const device = await before(email, new Headers())
    passwords.set(email, 'the hash of another password')
    expect(await known(sent(device.remember()))).toBeUndefined()
  })

  it('has a cookie that lasts a year, is hidden from scripts and names nobody', async () => {
    const cookie = await setUp().remember()
    expect(cookie).toMatch(/^wattwork\.device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(decodeURIComponent(cookie)).not.toContain('nusrat')
  })

  it('has a cookie bound to this host behind TLS', async () => {
    const { remember, known } = setUp({ publicUrl: 'https://shop.example' })
    const cookie = await remember()
    expect(cookie).toMatch(/^__Host-wattwork\.device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await known(sent(cookie))).toBeDefined()
  })

  it('is a stranger again after a year', async () => {
    const { remember, known, clock } = setUp()
    const cookie = await remember()
    clock.advance({ seconds: 365 * 24 * 3600 - 0.5 })
    expect(await known(sent(cookie))).toBeDefined()
    clock.advance({ seconds: 1 })
    expect(await known(sent(cookie))).toBeUndefined()
  })

  it('is a stranger to another account and to another shop', async () => {
    const { remember, known, passwords } = setUp()
    passwords.set('karim@example.com', 'the hash of a password')
    const cookie = await remember()
    expect(await known(sent(cookie), 'karim@example.com')).toBeUndefined()
    expect(await setUp({ key: 'another secret' }).known(sent(cookie))).toBeUndefined()
  })

  it.each<[string, (value: string) => string]>([
    ['an empty cookie', () => ''],
    ['a nonsense cookie', () => 'a.b.c'],
    ['a cookie with another expiry', (value) => value.replace(/\.\d+\./, '.9999999999.')],
    ['a cookie with another id', (value) => value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['a cookie with another signature', (value) => value.replace(/[^.]*$/, (last) => [...last].toReversed().join(''))],
    ['a cookie without its signature', (value) => value.replace(/[^.]*$/, '')],
  ])('is not recognised by %s', async (_what, change) => {
    const { remember, known } = setUp()
    const [name, value = ''] = (await remember()).split(';')[0]?.split('=') ?? []
    expect(await known(new Headers({ cookie: `${name}=${value}` }))).toBeDefined()
    expect(await known(new Headers({ cookie: `${name}=${change(value)}` }))).toBeUndefined()
    expect(await known(new Headers())).toBeUndefined()
  })
})
