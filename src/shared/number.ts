import { withAsciiDigits } from './text.ts'

/** Anything longer is no number that a person means, and is not parsed. */
const longest = 40

/**
 * Digits with an optional point, and commas before the last three and every two or three before: 1,200 and 1,20,000. Nobody groups
 * a number that begins with 0: where a comma stands for the point, 0,500 is a half.
 */
const figures = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{2,3})*,\d{3})?(?:\.\d*)?$/

/** Fifteen hundred in half of Europe, and one and a half here; but nobody groups 0.500. */
const groupedByPoint = /^[+-]?[1-9]\d{0,2}\.\d{3}$/

/**
 * The number that a user typed, in digits of any supported script; NaN for anything else, or nothing, and for a thousand that may
 * be grouped by a point.
 * @param decimals how many the number may have, such as its currency's: with three, 1.500 is one and a half.
 */
export function numberIn(text: string, decimals = 2): number {
  if (text.length > longest) return Number.NaN
  // The site itself writes −5 with a real minus sign.
  const typed = withAsciiDigits(text).trim().replace(/^−/, '-')
  if (decimals < 3 && groupedByPoint.test(typed)) return Number.NaN
  return figures.test(typed) ? Number.parseFloat(typed.replaceAll(',', '')) : Number.NaN
}
