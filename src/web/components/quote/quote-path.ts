import { NewQuote } from '#features/quotes/schema.ts'

/** The page where a quote is asked for, with the product's name in its field when one is known. */
export function quotePath(product?: string): string {
  return product ? `/buyproduct?${new URLSearchParams({ product })}` : '/buyproduct'
}

/** The product that such an address names. @returns undefined for none, or for what no request could name. */
export function productAskedFor(address: string): string | undefined {
  return NewQuote.shape.productName.safeParse(new URL(address).searchParams.get('product')).data
}
