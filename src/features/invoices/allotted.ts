import { minor, type Minor } from '#shared/money.ts'

/**
 * An amount in parts that are to each other as the weights are: whole minor units that add up to it exactly, each less than one
 * away from its share.
 * @param weights none below zero, and not all zero.
 */
export function allotted(amount: Minor, weights: readonly number[]): Minor[] {
  const all = sum(weights)
  const shares = weights.map((weight, index) => ({ index, exact: (amount * weight) / all }))
  let left = amount - sum(shares.map(({ exact }) => Math.floor(exact)))
  const parts = shares.map(({ exact }) => Math.floor(exact))
  for (const { index } of shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1) || a.index - b.index)) {
    if (left <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts.map(minor)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)
