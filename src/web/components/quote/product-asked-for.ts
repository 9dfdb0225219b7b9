import { QuoteForm } from '#features/quotes/schema.ts'

/** The product named in an address made by `quotePath`. @returns undefined if there is none, or it could not be in a request. */
export function productAskedFor(address: string): string | undefined {
  return QuoteForm.shape.productName.safeParse(new URL(address).searchParams.get('product')).data
}
