/** The `handle` of a layout for working pages, which have a short footer. */
export const shortFooter = { footer: 'short' }
