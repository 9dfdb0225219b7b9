import { expect, test, vi } from 'vitest'
import { Id } from './id.ts'

test('an id is read in lower case', () => {
  expect(Id.parse('01890A5D-AC96-774B-BCCE-B302099A8057')).toBe('01890a5d-ac96-774b-bcce-b302099a8057')
})

test('an invalid id is not put into lower case, however long it is', () => {
  const fold = vi.spyOn(String.prototype, 'toLowerCase')
  const { success } = Id.safeParse('\u0130'.repeat(1000))
  const folded = fold.mock.calls.length
  fold.mockRestore()
  expect([success, folded]).toEqual([false, 0])
})
