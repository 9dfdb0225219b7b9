/** The page where a quote is asked for, with the product's name in its field when one is known. */
export function quotePath(product?: string): string {
  return product ? `/buyproduct?${new URLSearchParams({ product })}` : '/buyproduct'
}
