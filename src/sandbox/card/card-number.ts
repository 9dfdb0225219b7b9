/** The structure of card numbers (ISO/IEC 7812-1). Pure and browser-safe: the form and the sandbox apply the same rules. */

/** Only the digits of what a person typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** Whether the last digit is the check digit of the ones before it (ISO/IEC 7812-1 annex B, known as Luhn). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'unknown'

const prefixes: [RegExp, Brand][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|65)/, 'discover'],
]

/** The card's brand, in Stripe's spelling. */
export function brandOf(digits: string): Brand {
  return prefixes.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown'
}

/** How many digits a complete number of this brand has. */
export function lengthOf(brand: Brand): number {
  return brand === 'amex' ? 15 : 16
}

/** How many digits the security code of this brand has. */
export function cvcLengthOf(brand: Brand): number {
  return brand === 'amex' ? 4 : 3
}

/** The digits in groups as printed on the card: 4-4-4-4, or 4-6-5 for American Express. */
export function groupDigits(digits: string): string {
  const groups =
    brandOf(digits) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
}
