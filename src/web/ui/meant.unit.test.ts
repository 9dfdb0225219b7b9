import { expect, test } from 'vitest'
import { createMeant } from './meant.ts'

const mouse = (detail: number) => ({ detail, pointerType: 'mouse' })
const tap = { detail: 1, pointerType: 'touch' }

test('the rest of a double click on what opened a dialog does not answer it', () => {
  const isMeant = createMeant()
  expect(isMeant(mouse(2))).toBe(false)
  expect(isMeant(mouse(3))).toBe(false)
  expect(isMeant(mouse(1))).toBe(true)
  expect(isMeant(mouse(2)), 'a double click that began in the dialog').toBe(true)
})

test('a tap answers it only after a moment, and a key at once', () => {
  let now = 1000
  const isMeant = createMeant(() => now)
  now += 399
  expect(isMeant(tap)).toBe(false)
  now += 1
  expect(isMeant(tap)).toBe(true)
  expect(createMeant()({ detail: 0, pointerType: '' })).toBe(true)
  expect(createMeant()({ detail: 1 })).toBe(true)
})
