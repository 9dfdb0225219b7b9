import type { CartLine } from './schema.ts'

type Judged = { code?: CartLine['code']; unitPrice: number; seenPrice: number }

/** What has changed in a line since its owner agreed to it. For a product that is gone, the price no longer matters. */
export function changesAt({ code, unitPrice, seenPrice }: Judged): CartLine['changes'] {
  if (code === 'gone') return ['gone']
  return [...(code ? [code] : []), ...(unitPrice === seenPrice ? [] : ['price' as const])]
}
