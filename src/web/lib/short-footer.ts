/** The `handle` of a layout whose pages are for work: below them stands a short footer. */
export const shortFooter = { footer: 'short' }
