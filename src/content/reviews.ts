/** The server's messages to authors of reviews that are not permitted. */
export const reviewMessages = {
  reviewedAlready: 'You have already reviewed this product. Thank you.',
  notBought: 'Only buyers of a product can review it. Without a product, your review is about the shop.',
  manyReviews: 'You have added many reviews in a short time. Try again in an hour.',
} as const
