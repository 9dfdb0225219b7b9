import { betweenSteps, messages } from '#content/messages.ts'
import { quantityProblem, type Offer } from '#features/pricing/rules.ts'

type Limits = Pick<Offer, 'minimum' | 'increment'>

/** What is said of a quantity that cannot be ordered: the specification's text, unless it keeps the limits that this names. */
export function quantityMessage(quantity: number, limits: Limits, available: number): string {
  const { minimum, increment } = limits
  const isWithin = Number.isSafeInteger(quantity) && quantity >= minimum && quantity <= available
  if (!isWithin) return messages.quantityOutOfRange
  const below = Math.floor(quantity / increment) * increment
  const possible = [below, below + increment].filter((each) => quantityProblem(each, limits, available) === undefined)
  return betweenSteps(increment, possible)
}
