import { withAsciiDigits } from './text.ts'

/** What is longer is no number that anybody means, and not looked at any closer. */
const longest = 40

/** Digits with a point, and with commas before the last three and every two or three before: 1,200 and 1,20,000. */
const figures = /^[+-]?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.\d*)?$/

/** The number that somebody typed, in digits of their own script; NaN when it is none, or nothing. */
export function numberIn(text: string): number {
  if (text.length > longest) return Number.NaN
  const typed = withAsciiDigits(text).trim()
  return figures.test(typed) ? Number.parseFloat(typed.replaceAll(',', '')) : Number.NaN
}
