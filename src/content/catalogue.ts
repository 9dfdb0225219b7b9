/** The server's messages about products and their pictures; no page contains them itself. */
export const catalogueMessages = {
  inStockNow: 'There is enough in stock again: reload the page to order it.',
  partNumberTaken: 'Another product already has this part number',
  pictureType: 'Must be a JPEG, PNG, WebP or AVIF picture',
  picturePixels: 'Must be at least 320 × 240 pixels and at most 40 megapixels',
} as const
