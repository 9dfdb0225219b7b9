import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberIn } from './number.ts'

test.each([
  ['১২০', 120],
  ['৬.২০', 6.2],
  [' ৮৪.৫০ ', 84.5],
  ['१२०', 120],
  ['۱۲۰', 120],
  ['1২0', 120],
  ['0', 0],
  ['007', 7],
  ['-5', -5],
  ['−5', -5],
  ['.5', 0.5],
  ['5.', 5],
  ['1,200', 1200],
  ['১,২০,০০০.৫০', 120_000.5],
])('%j is a number', (text, number) => {
  expect(numberIn(text)).toBe(number)
})

test.each([
  [''],
  [' '],
  ['.'],
  ['-'],
  ['5−'],
  ['many'],
  ['১২টি'],
  ['84,50'],
  ['1,2'],
  ['1 200'],
  ['0x10'],
  ['1e3'],
  ['Infinity'],
  ['NaN'],
  ['1'.repeat(41)],
  ['2.000'],
  ['-২০.০০০'],
  ['200.000'],
  ['1.500'],
  ['-১.৫০০'],
  ['12.345'],
  ['0,500'],
  ['00,500.25'],
  ['1.000.000'],
])('%j is not a number', (text) => {
  expect(numberIn(text)).toBeNaN()
})

test.each([
  ['2.00', 2, 2],
  ['2000.000', 2, 2000],
  ['2.50', 2, 2.5],
  ['0.500', 2, 0.5],
  ['2.5000', 2, 2.5],
  ['2.000', 3, 2],
  ['2.500', 3, 2.5],
])('%j with up to %s decimals is %s', (text, decimals, number) => {
  expect(numberIn(text, decimals)).toBe(number)
})

test('every number is read correctly in Bangla digits', () => {
  const inBangla = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_99 }), (cents) => {
      const text = (cents / 100).toFixed(2)
      expect(numberIn(inBangla(text))).toBe(cents / 100)
    }),
  )
})
