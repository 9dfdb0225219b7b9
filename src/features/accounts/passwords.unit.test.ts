import { verifyPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { onBehalfOf } from '#platform/db/fair-line.ts'
import { createPasswords } from './passwords.ts'

const password = createPasswords()

test('the passwords of one network that are there at one moment let another’s in between', async () => {
  const hash = await password.hash('first-secret')
  const done: string[] = []
  const check = async (network: string) => {
    const isRight = await onBehalfOf(network, () => password.verify({ hash, password: 'first-secret' }))
    expect(isRight).toBe(true)
    done.push(network)
  }
  const flood = Array.from({ length: 16 }, () => check('many'))
  await check('one')
  // Two were at work, and the next one or two of theirs.
  expect(done.length).toBeLessThanOrEqual(6)
  await Promise.all(flood)
})

test('what cannot be checked keeps no place in the line', async () => {
  for (let n = 0; n < 3; n++) {
    await expect(password.verify({ hash: 'nothing', password: 'x' })).rejects.toThrow('Invalid password hash')
  }
  const hash = await password.hash('first-secret')
  expect(await password.verify({ hash, password: 'second-secret' })).toBe(false)
})

test('unless it is said otherwise, it is the library that hashes', async () => {
  expect(await verifyPassword({ hash: await password.hash('first-secret'), password: 'first-secret' })).toBe(true)
})
