import { expect, test } from 'vitest'
import { createMeant } from './meant.ts'

test('the rest of a double click on what opened a dialog does not answer it', () => {
  const { isMeant, press } = createMeant()
  for (const detail of [2, 3]) {
    press({ pointerType: 'mouse' })
    expect(isMeant({ detail })).toBe(false)
  }
  press({ pointerType: 'mouse' })
  expect(isMeant({ detail: 1 })).toBe(true)
  expect(isMeant({ detail: 2 }), 'a double click that began in the dialog').toBe(true)
})

test('a tap answers it only after a moment, and a key at once', () => {
  let now = 1000
  const tapped = createMeant(() => now)
  tapped.press({ pointerType: 'touch' })
  now += 399
  expect(tapped.isMeant({ detail: 1 })).toBe(false)
  now += 1
  expect(tapped.isMeant({ detail: 1 })).toBe(true)
  const keyed = createMeant()
  keyed.press({ pointerType: 'touch' })
  expect(keyed.isMeant({ detail: 0 })).toBe(true)
})
