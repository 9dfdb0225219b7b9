import { minor, type Minor } from '#shared/money.ts'

/** An account in minor units. */
type Standing = { netDays: number | null; creditLimit: Minor; owed: Minor; credit: Minor }

/** For how much can still be ordered on account, in minor units: what is owed counts, money that waits for an order goes off it. */
export function roomOf({ netDays, creditLimit, owed, credit }: Standing): Minor {
  return netDays === null ? minor(0) : minor(Math.max(0, creditLimit - owed + credit))
}
