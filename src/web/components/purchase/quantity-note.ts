import { messages, quantityMessages } from '#content/messages.ts'
import { isBetweenSteps, quantityProblem, type Offer } from '#features/pricing/rules.ts'

type Limits = Pick<Offer, 'minimum' | 'increment'>

/** The message for a quantity that cannot be ordered: the specification's text, unless only the order increment is violated. */
export function quantityNote(quantity: number, limits: Limits, available: number): string {
  if (!isBetweenSteps(quantity, limits, available)) return messages.quantityOutOfRange
  const { increment } = limits
  const below = Math.floor(quantity / increment) * increment
  const possible = [below, below + increment].filter((each) => quantityProblem(each, limits, available) === undefined)
  return quantityMessages.increment(increment, possible)
}
