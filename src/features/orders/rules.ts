import type { Minor } from '#shared/money.ts'

/** Whether so many may be ordered: whole, at least the minimum, at most what is available. */
export function quantityAllowed(quantity: number, { minimum, available }: { minimum: number; available: number }): boolean {
  return Number.isSafeInteger(quantity) && quantity >= minimum && quantity <= available
}

/** What an order costs, in minor units: the form previews with the very function the server decides with. */
export function totalOf(quantity: number, unitPrice: Minor): Minor {
  return quantity * unitPrice
}
