import { minor, type Minor } from '#shared/money.ts'

/**
 * Splits an amount in proportion to weights, into parts of whole steps that add up to it exactly, each less than one step away
 * from its share.
 * @param weights none below zero, and not all zero.
 * @param step the smallest amount that cards can carry; the amount is a multiple of it.
 */
export function allotted(amount: Minor, weights: readonly number[], step: Minor): Minor[] {
  const all = sum(weights)
  const shares = weights.map((weight, index) => ({ index, exact: (amount * weight) / all / step }))
  const parts = shares.map(({ exact }) => Math.floor(exact) * step)
  let left = amount - sum(parts)
  for (const { index } of shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1) || a.index - b.index)) {
    if (left <= 0) break
    const more = Math.min(step, left)
    parts[index] = (parts[index] ?? 0) + more
    left -= more
  }
  return parts.map(minor)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)
