import { expect, test, vi } from 'vitest'
import { isUnavailable, retryConflicts, sqlState } from './conflict.ts'

/** As Drizzle throws it: the driver's error is the cause. */
const failed = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('from the driver'), { code }) })

test('the SQL state is found inside wrapping errors', () => {
  expect(sqlState(new Error('outer', { cause: failed('23505') }))).toBe('23505')
  const numbered = Object.assign(new Error('outer', { cause: failed('23505') }), { code: 7 })
  expect(sqlState(numbered)).toBe('23505')
  expect(sqlState(new Error('no database in it'))).toBeUndefined()
  expect(sqlState('no error')).toBeUndefined()
})

test.each(['08006', '53100', '53200', '57P01', '58030', 'ERR_STREAM_DESTROYED'])(
  '%s means that the server cannot do the work now',
  (code) => {
    expect(isUnavailable(failed(code))).toBe(true)
    expect(isUnavailable(failed('23505'))).toBe(false)
  },
)

test.each(['40001', '40P01'])('%s is retried until it succeeds', async (code) => {
  const work = vi.fn<() => Promise<string>>()
  work.mockRejectedValueOnce(failed(code)).mockRejectedValueOnce(failed(code)).mockResolvedValue('done')
  expect(await retryConflicts(work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
})

test('other failures and endless conflicts are thrown', async () => {
  const unique = vi.fn<() => Promise<void>>().mockRejectedValue(failed('23505'))
  await expect(retryConflicts(unique)).rejects.toThrow('Failed query')
  expect(unique).toHaveBeenCalledTimes(1)
  const endless = vi.fn<() => Promise<void>>().mockRejectedValue(failed('40P01'))
  await expect(retryConflicts(endless)).rejects.toThrow('Failed query')
  expect(endless).toHaveBeenCalledTimes(5)
})
