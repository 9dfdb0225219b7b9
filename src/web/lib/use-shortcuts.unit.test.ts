import { expect, test } from 'vitest'
import { actOf } from './use-shortcuts.ts'

const shortcuts = { p: () => undefined, j: () => undefined }

test('a shortcut acts once, however long its key is held', () => {
  expect(actOf({ key: 'p', repeat: false }, shortcuts)).toBe(shortcuts.p)
  expect(actOf({ key: 'p', repeat: true }, shortcuts)).toBeUndefined()
  expect(actOf({ key: 'q', repeat: false }, shortcuts)).toBeUndefined()
})

test('a shortcut that moves through a list repeats while its key is held', () => {
  expect(actOf({ key: 'j', repeat: true }, shortcuts, ['j'])).toBe(shortcuts.j)
  expect(actOf({ key: 'p', repeat: true }, shortcuts, ['j'])).toBeUndefined()
})
