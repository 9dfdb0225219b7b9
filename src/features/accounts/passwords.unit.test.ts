import { verifyPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { askedBy, onBehalfOf } from '#platform/db/fair-line.ts'
import { createPasswords } from './passwords.ts'

const password = createPasswords()

test('two passwords are checked at a time, and networks take turns', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const verify = () => {
    begun.push(askedBy())
    return new Promise<boolean>((resolve) => ends.push(() => resolve(true)))
  }
  const { verify: inLine } = createPasswords({ ...password, verify })
  const check = (network: string) => onBehalfOf(network, () => inLine({ hash: '', password: '' }))
  const checks = [...Array.from({ length: 16 }, () => check('many')), check('one')]
  const settled = () => new Promise(setImmediate)
  await settled()
  expect(begun).toEqual(['many', 'many'])
  // One more check of the busy network may come before it.
  for (let n = 0; n < 2; n += 1) {
    ends[n]?.()
    await settled()
  }
  expect(begun).toHaveLength(4)
  expect(begun).toContain('one')
  for (let n = 2; n < checks.length; n += 1) {
    ends[n]?.()
    await settled()
  }
  expect(new Set(await Promise.all(checks))).toEqual(new Set([true]))
})

test('a check that fails frees its place in the queue', async () => {
  for (let n = 0; n < 3; n++) {
    await expect(password.verify({ hash: 'nothing', password: 'x' })).rejects.toThrow('Invalid password hash')
  }
  const hash = await password.hash('first-secret')
  expect(await password.verify({ hash, password: 'second-secret' })).toBe(false)
})

test('the library’s hashing is used by default', async () => {
  expect(await verifyPassword({ hash: await password.hash('first-secret'), password: 'first-secret' })).toBe(true)
})
