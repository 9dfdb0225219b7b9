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

test('only a press and a release beside a dialog are a click beside it', () => {
  expect(clickedAfter(outside, outside)).toBe(true)
  expect(clickedAfter(inside, inside)).toBe(false)
})

test('selecting text across the edge of a dialog is not a click beside it', () => {
  expect(clickedAfter(inside, outside)).toBe(false)
  expect(clickedAfter(outside, inside)).toBe(false)
})

test('a later click beside the dialog counts again', () => {
  const ground = createGround()
  ground.press(inside)
  ground.release(outside)
  ground.press(outside)
  ground.release(outside)
  expect(ground.isClicked(outside)).toBe(true)
})
