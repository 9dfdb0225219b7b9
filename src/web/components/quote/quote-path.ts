/** The address of the form to ask for a quote, with the product's name filled in if given. */
export function quotePath(product?: string): string {
  return product ? `/buyproduct?${new URLSearchParams({ product })}` : '/buyproduct'
}
