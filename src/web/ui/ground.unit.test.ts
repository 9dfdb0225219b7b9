import { expect, test } from 'vitest'
import { createGround } from './ground.ts'

const dialog = new EventTarget()
const outside = { target: dialog, currentTarget: dialog }
const inside = { target: new EventTarget(), currentTarget: dialog }

function clickedAfter(pressed: typeof outside, released: typeof outside): boolean {
  const ground = createGround()
  ground.press(pressed)
  ground.release(released)
  // If press and release are on different elements, the browser reports a click on the dialog itself.
  return ground.isClicked(pressed === released ? pressed : outside)
}

test('only what is pressed and let go beside a dialog is a click beside it', () => {
  expect(clickedAfter(outside, outside)).toBe(true)
  expect(clickedAfter(inside, inside)).toBe(false)
})

test('a text that is selected to beyond the dialog, or from beyond it, is no click beside it', () => {
  expect(clickedAfter(inside, outside)).toBe(false)
  expect(clickedAfter(outside, inside)).toBe(false)
})

test('a click beside it after another press is one again', () => {
  const ground = createGround()
  ground.press(inside)
  ground.release(outside)
  ground.press(outside)
  ground.release(outside)
  expect(ground.isClicked(outside)).toBe(true)
})
