import { expect, test, vi } from 'vitest'
import { createTokenStore } from './storage.ts'
import { createTokenKeeper } from './token-keeper.ts'

const start = 1_800_000_000_000
const minute = 60_000

function tokenOf(user: string, endsAt: number) {
  const claims = { sub: user, email: `${user}@example.com`, name: user, role: 'user', exp: endsAt / 1000 }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

function setUp(issue: (email: string | undefined) => Promise<string | undefined>) {
  const clock = { now: start }
  const asked = vi.fn(issue)
  const keeper = createTokenKeeper({ store: createTokenStore([]), issue: asked, now: () => clock.now })
  return { clock, asked, keeper }
}

const old = tokenOf('nusrat', start + 15 * minute)
const next = tokenOf('nusrat', start + 29 * minute)

test('a token that is still valid is used as it is', async () => {
  const { keeper, asked } = setUp(async () => next)
  keeper.keep(old)
  expect(await keeper.fresh()).toBe(old)
  expect(asked).not.toHaveBeenCalled()
})

test('a token about to end is renewed once, however many calls wait for it', async () => {
  const { keeper, asked, clock } = setUp(async () => next)
  keeper.keep(old)
  clock.now += 14.5 * minute
  expect(await Promise.all([keeper.fresh(), keeper.fresh(), keeper.renew()])).toEqual([next, next, next])
  expect(asked).toHaveBeenCalledExactlyOnceWith('nusrat@example.com')
})

test('no call is made when nobody is signed in', async () => {
  const { keeper, asked } = setUp(async () => next)
  expect(await keeper.fresh()).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
})

test('an ended session removes the token, and notifies the page', async () => {
  const { keeper, clock } = setUp(async () => undefined)
  keeper.keep(old)
  const told = vi.fn()
  keeper.subscribe(told)
  clock.now += 16 * minute
  expect(await keeper.fresh()).toBeUndefined()
  expect(keeper.user()).toBeUndefined()
  expect(told).toHaveBeenCalledOnce()
})

test('an ended session is remembered until somebody signs in or out', async () => {
  const { keeper } = setUp(async () => undefined)
  await keeper.renew()
  expect(keeper.ended()).toBe(false)
  for (const goOn of [() => keeper.keep(old), keeper.drop]) {
    keeper.keep(old)
    await keeper.renew()
    expect(keeper.ended()).toBe(true)
    await keeper.renew()
    expect(keeper.ended()).toBe(true)
    goOn()
    expect(keeper.ended()).toBe(false)
  }
})

test('a token that is still valid is used while the server is away, an expired one is not', async () => {
  const away = new Error('away')
  const { keeper, clock } = setUp(() => Promise.reject(away))
  keeper.keep(old)
  clock.now += 14.5 * minute
  expect(await keeper.fresh()).toBe(old)
  clock.now += minute
  await expect(keeper.fresh()).rejects.toBe(away)
  expect(keeper.user()?.id).toBe('nusrat')
})

test('a renewal that comes back after a sign-out does not sign in again', async () => {
  const answer = Promise.withResolvers<string>()
  const { keeper } = setUp(() => answer.promise)
  keeper.keep(old)
  const renewal = keeper.renew()
  keeper.drop()
  answer.resolve(next)
  expect(await renewal).toBeUndefined()
  expect(keeper.token()).toBeUndefined()
})

test('a renewal that comes back after another sign-in does not replace it', async () => {
  const answer = Promise.withResolvers<string>()
  const { keeper } = setUp(() => answer.promise)
  const other = tokenOf('farhan', start + 15 * minute)
  keeper.keep(old)
  const renewal = keeper.renew()
  keeper.keep(other)
  answer.resolve(next)
  expect(await renewal).toBe(other)
  expect(keeper.user()?.id).toBe('farhan')
})

test('a renewal after a sign-out asks anew, whatever an earlier one brings and whenever', async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const
  const waiting = answers.values()
  const { keeper, asked } = setUp(() => waiting.next().value?.promise ?? Promise.reject(new Error('asked once more')))
  keeper.keep(old)
  const before = keeper.renew()
  keeper.drop()
  const after = keeper.renew()
  answers[0].resolve(old)
  expect(await before).toBeUndefined()
  const joined = keeper.renew()
  answers[1].resolve(next)
  expect(await Promise.all([after, joined])).toEqual([next, next])
  expect(keeper.token()).toBe(next)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('the user is the same object until the token changes', () => {
  const { keeper } = setUp(async () => next)
  keeper.keep(old)
  const user = keeper.user()
  expect(keeper.user()).toBe(user)
  keeper.keep(next)
  expect(keeper.user()).not.toBe(user)
})

test('an invalid stored token means that nobody is signed in', async () => {
  const { keeper } = setUp(async () => next)
  keeper.keep('garbage')
  expect(keeper.user()).toBeUndefined()
  expect(keeper.token()).toBeUndefined()
})
