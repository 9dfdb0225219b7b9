import { leftToShip } from '#features/orders/rules.ts'
import type { LineQuantity, ParcelPart } from '#features/orders/schema.ts'
import type { FieldError } from '#shared/errors.ts'

type Line = { position: number; quantity: number; shipped: number; refunded: number }

/** Everything that is left to send. */
export function allLeft(lines: readonly Line[]): LineQuantity[] {
  return lines
    .map((line) => ({ position: line.position, quantity: leftToShip(line) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Which part of its order a parcel is; undefined where it is all that there is to send. */
export function partOf(lines: readonly Line[], sent: readonly LineQuantity[]): ParcelPart | undefined {
  const isFirst = lines.every(({ shipped }) => shipped === 0)
  const isLast = lines.every(
    (line) => leftToShip(line) <= (sent.find(({ position }) => position === line.position)?.quantity ?? 0),
  )
  if (isLast) return isFirst ? undefined : 'rest'
  return isFirst ? 'first' : 'next'
}

/** Why these lines cannot be sent, line by line. */
export function shippingProblems(lines: readonly Line[], asked: readonly LineQuantity[]): FieldError[] {
  return asked.flatMap(({ position, quantity }, n) => {
    const line = lines.find((each) => each.position === position)
    if (!line) return [{ path: `lines.${n}.position`, message: `The order has no line ${position}.`, code: 'gone' }]
    const left = leftToShip(line)
    if (quantity <= left) return []
    const message = left === 0 ? 'Nothing on this line is left to send.' : `Only ${left} left to send on this line.`
    return [{ path: `lines.${n}.quantity`, message, code: 'available' }]
  })
}
