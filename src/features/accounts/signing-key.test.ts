import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { ensureSigningKey } from './first-admin.ts'
import { listPublicKeys } from './store.ts'
import { signingKeys } from './tables.ts'

let test: TestShop
beforeAll(async () => {
  test = await openTestShop()
})
afterAll(() => test.close())

const log = { info() {}, warn() {}, error() {}, flush() {} }

it('keeps keys that can be read, and makes new ones after AUTH_SECRET changed', async () => {
  await ensureSigningKey(test.db, test.shop.auth, log)
  const before = await listPublicKeys(test.db)
  expect(before).toHaveLength(1)
  await test.db.update(signingKeys).set({ privateKey: '"made with another secret"' })
  await ensureSigningKey(test.db, test.shop.auth, log)
  const after = await listPublicKeys(test.db)
  expect(after).toHaveLength(1)
  expect(after[0]?.id).not.toBe(before[0]?.id)
})

it('keeps the keys when it is not their secret that keeps it from signing', async () => {
  const before = await listPublicKeys(test.db)
  const signing = vi.spyOn(test.shop.auth.api, 'signJWT').mockRejectedValueOnce(new Error('the database is away'))
  await expect(ensureSigningKey(test.db, test.shop.auth, log)).rejects.toThrow('the database is away')
  signing.mockRestore()
  expect(await listPublicKeys(test.db)).toEqual(before)
})
