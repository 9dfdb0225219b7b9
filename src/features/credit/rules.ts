import { minor, type Minor } from '#shared/money.ts'

/** An account in minor units. */
type Standing = { netDays: number | null; creditLimit: Minor; owed: Minor; credit: Minor }

/** How much can still be ordered on account, in minor units: the limit less what is owed, plus credit that no order has used. */
export function roomOf({ netDays, creditLimit, owed, credit }: Standing): Minor {
  return netDays === null ? minor(0) : minor(Math.max(0, creditLimit - owed + credit))
}
