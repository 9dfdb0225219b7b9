import { QuoteForm } from '#features/quotes/schema.ts'

/** The product that an address of `quotePath` names. @returns undefined for none, or for what no request could name. */
export function productAskedFor(address: string): string | undefined {
  return QuoteForm.shape.productName.safeParse(new URL(address).searchParams.get('product')).data
}
