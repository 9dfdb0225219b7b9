import { minor, type Minor } from '#shared/money.ts'

/**
 * An amount in parts that are to each other as the weights are: whole steps that add up to it exactly, each less than one away from
 * its share.
 * @param weights none below zero, and not all zero.
 * @param step the least amount that cards carry, of which the amount is so many.
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
