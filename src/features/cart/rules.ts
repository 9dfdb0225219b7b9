import type { CartLine } from './schema.ts'

type Judged = { code?: CartLine['code']; unitPrice: number; seenPrice: number }

/** What has changed at a line since its owner agreed to it. Of a product that is gone no price is left to speak of. */
export function changesAt({ code, unitPrice, seenPrice }: Judged): CartLine['changes'] {
  if (code === 'gone') return ['gone']
  return [...(code ? [code] : []), ...(unitPrice === seenPrice ? [] : ['price' as const])]
}
