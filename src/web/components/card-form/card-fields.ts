import { z } from 'zod'
import { brandOf, cvcLengthOf, digitsOf, lengthOf, passesLuhn } from '#sandbox/card/card-number.ts'
import { withAsciiDigits } from '#shared/text.ts'

/** Only the digits of the text, in any script, as ASCII. */
export const typedDigits = (text: string): string => digitsOf(withAsciiDigits(text))

const cvcIncomplete = "Your card's security code is incomplete."

/** The card form's own checks, with the messages of Stripe's card element, so that both forms say the same. */
export const CardFields = z
  .object({
    number: z
      .string()
      .transform(typedDigits)
      .refine((digits) => digits.length >= lengthOf(brandOf(digits)), {
        error: 'Your card number is incomplete.',
        abort: true,
      })
      .refine(passesLuhn, { error: 'Your card number is invalid.' }),
    expiry: z
      .string()
      .transform(typedDigits)
      .refine((digits) => /^(0[1-9]|1[0-2])\d{2}$/.test(digits), {
        error: "Your card's expiration date is incomplete.",
        abort: true,
      })
      .refine((digits) => !isPast(digits, new Date()), { error: "Your card's expiration date is in the past." }),
    cvc: z
      .string()
      .transform(typedDigits)
      .refine((digits) => digits.length >= 3, { error: cvcIncomplete }),
    name: z.string().trim().min(1, { error: 'Name on card is Required' }).max(200),
  })
  .refine(({ number, cvc }) => cvc.length < 3 || cvc.length === cvcLengthOf(brandOf(number)), {
    path: ['cvc'],
    error: cvcIncomplete,
  })
export type CardFields = z.output<typeof CardFields>

/** Month and year as printed on the card: `12 / 30`. A four-digit year, as browsers fill it in, loses its century. */
export function groupExpiry(text: string): string {
  const digits = typedDigits(text)
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const year = padded.length >= 6 ? padded.slice(4, 6) : padded.slice(2, 4)
  return year ? `${padded.slice(0, 2)} / ${year}` : padded
}

/** Regroups what a box holds and keeps the caret behind the same digit. */
export function regroup(box: HTMLInputElement, group: (text: string) => string): void {
  const before = typedDigits(box.value.slice(0, box.selectionStart ?? box.value.length)).length
  const atEnd = box.selectionStart === box.value.length
  box.value = group(box.value)
  const caret = atEnd ? box.value.length : placeAfter(box.value, before)
  box.setSelectionRange(caret, caret)
}

function placeAfter(text: string, digits: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === digits) return place
    if (/\d/.test(text.charAt(place))) seen += 1
  }
  return text.length
}

/** A card is valid through the last day of its month. */
function isPast(digits: string, now: Date): boolean {
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))]
  return year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
}
